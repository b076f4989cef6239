import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { once } from "node:events";
import type { Server } from "node:http";
import type { Statement } from "./statement-log.ts";

/** Milliseconds of one request, step by step, in the order in which they were. */
export interface RequestTrace {
  readonly ms: number;
  readonly spans: readonly (readonly [step: string, ms: number])[];
}

interface Times {
  parsedAt: number;
  finishedAt: number;
}

/** Sends requests to a server of this process, one at a time, and splits what each took. */
export class RequestTracer {
  readonly #socket: Socket;
  readonly #times: Times = { parsedAt: Number.NaN, finishedAt: Number.NaN };
  #statements: Statement[] = [];

  static async open(server: Server): Promise<RequestTracer> {
    // as: it listens on a port
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new RequestTracer(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    const isOurs = (message: unknown): boolean => {
      // as: what the two channels of node:http publish
      const { request } = message as { request: IncomingMessage; response: ServerResponse };
      return request.socket.remotePort === socket.localPort;
    };
    subscribe("http.server.request.start", (message) => {
      if (isOurs(message)) this.#times.parsedAt = performance.now();
    });
    subscribe("http.server.response.finish", (message) => {
      if (isOurs(message)) this.#times.finishedAt = performance.now();
    });
  }

  note(statement: Statement): void {
    this.#statements.push(statement);
  }

  /** `text`: the request as it is sent. Throws when it is not answered with 2xx or 304. */
  async send(text: string): Promise<RequestTrace> {
    this.#statements = [];
    const sentAt = performance.now();
    this.#socket.write(text);
    const head = await readAnswer(this.#socket);
    const arrivedAt = performance.now();
    if (!/^HTTP\/1\.1 (2\d\d|304) /.test(head)) throw new Error(head);
    const { parsedAt, finishedAt } = this.#times;
    const statements = this.#statements.filter(({ answeredAt }) => answeredAt <= arrivedAt);
    return {
      ms: arrivedAt - sentAt,
      spans: spansOf({ sentAt, parsedAt, finishedAt, arrivedAt }, statements),
    };
  }

  close(): void {
    this.#socket.destroy();
  }
}

interface Moments extends Readonly<Times> {
  readonly sentAt: number;
  readonly arrivedAt: number;
}

function spansOf(
  { sentAt, parsedAt, finishedAt, arrivedAt }: Moments,
  statements: readonly Statement[],
): RequestTrace["spans"] {
  const spans: [string, number][] = [["sent → parsed by the server", parsedAt - sentAt]];
  let at = parsedAt;
  let before = "routing, key's shape, parameters";
  for (const { name, sentAt: from, answeredAt } of statements) {
    spans.push([before, Math.max(0, from - at)], [`statement ${name}`, answeredAt - from]);
    before = `after ${name}`;
    at = answeredAt;
  }
  spans.push(["answer made and written", finishedAt - at]);
  spans.push(["written → arrived", arrivedAt - finishedAt]);
  return spans;
}

/** The head of an answer whose body has arrived. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const onError = (error: Error): void => {
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      if (end === -1) return;
      const head = all.subarray(0, end).toString("latin1");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (all.length < end + 4 + length) return;
      socket.off("data", onData);
      socket.off("error", onError);
      resolve(head);
    };
    socket.on("data", onData);
    socket.on("error", onError);
  });
}
