import type { Socket } from "node:net";
import { Client } from "undici";
import { dial, type Dialed, type DialTarget } from "./dial.ts";

/** Where a connection leads: one origin at one checked address. */
export interface Route {
  readonly origin: string;
  readonly address: string;
  readonly port: number;
  readonly tls: DialTarget["tls"];
}

/** More came over the wire for one answer than any part of it may have. */
export class AnswerTooLarge extends Error {
  constructor() {
    super("The answer is too large");
    this.name = "AnswerTooLarge";
  }
}

export interface ConnectionLimits {
  /** Largest head of an answer, in bytes. */
  readonly headBytes: number;
  /** Most bytes on the wire for one answer, whatever they are: head, interim answers, chunk extensions, body, trailers. */
  readonly wireBytes: number;
  readonly keepAliveMs: number;
}

/**
 * One undici client with at most one socket, for one request at a time. Not undici's pool: the socket must go to the address that
 * was checked, and a failure must be known to have hit a reused socket.
 */
export class Connection {
  readonly client: Client;
  readonly route: Route;
  /** Time that the next dial may take. */
  dialTimeoutMs = 0;
  /** The dial that the running request waited for; null when it found the socket open. */
  dialed: Dialed | null = null;
  /** `performance.now()` of the first byte of the running request's answer. */
  firstByteAt: number | null = null;
  #socket: Socket | null = null;
  #requestsOnSocket = 0;
  #wireBytesBefore = 0;
  #destroyed = false;
  readonly #limits: ConnectionLimits;

  constructor(route: Route, limits: ConnectionLimits, onDisconnect: (self: Connection) => void) {
    this.route = route;
    this.#limits = limits;
    this.client = new Client(route.origin, {
      connect: (_options, callback) => {
        this.#dial((error, socket) => {
          if (socket === null) callback(error ?? new Error("No connection"), null);
          else callback(null, socket);
        });
      },
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: limits.headBytes,
      keepAliveTimeout: limits.keepAliveMs,
      keepAliveMaxTimeout: limits.keepAliveMs,
      keepAliveTimeoutThreshold: 500,
      // the deadline of the send takes their place
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.client.on("disconnect", () => onDisconnect(this));
  }

  /** The socket is open and the next request would use it. */
  get isOpen(): boolean {
    return !this.#destroyed && this.#socket !== null && !this.#socket.destroyed;
  }

  /** To be called before each request. */
  prepare(dialTimeoutMs: number): void {
    this.dialTimeoutMs = dialTimeoutMs;
    this.dialed = null;
    this.firstByteAt = null;
  }

  /** To be called when a request is about to be written; true when the socket has carried one before. */
  beginRequest(): boolean {
    this.#wireBytesBefore = this.#socket?.bytesRead ?? 0;
    this.firstByteAt = null;
    this.#requestsOnSocket += 1;
    return this.#requestsOnSocket > 1;
  }

  destroy(): Promise<void> {
    if (this.#destroyed) return Promise.resolve();
    this.#destroyed = true;
    const closed = this.client.destroy();
    this.#socket?.destroy();
    return closed;
  }

  #dial(done: (error: Error | null, socket: Socket | null) => void): void {
    const { address, port, tls } = this.route;
    this.#requestsOnSocket = 0;
    const socket = dial({ address, port, tls, timeoutMs: this.dialTimeoutMs }, (error, dialed) => {
      this.dialed = dialed;
      if (dialed !== null) dialed.socket.on("readable", () => this.#onReadable(dialed.socket));
      done(error, dialed?.socket ?? null);
    });
    this.#socket = socket;
  }

  // runs before undici reads the bytes: its listener was added later
  #onReadable(socket: Socket): void {
    if (socket.readableLength > 0) this.firstByteAt ??= performance.now();
    if (socket.bytesRead - this.#wireBytesBefore > this.#limits.wireBytes) {
      socket.destroy(new AnswerTooLarge());
    }
  }
}
