import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface DialTarget {
  /** The checked address, an IP literal: no name is resolved here, so nothing else can be dialled. */
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
  /** Null: plain HTTP. */
  readonly tls: {
    /** The name that the certificate must be for; null when the target is an address, which it must be for then. */
    readonly serverName: string | null;
    /** Certificate authorities to trust in place of Node's; undefined: Node's. */
    readonly ca: readonly string[] | undefined;
  } | null;
}

export interface Dialed {
  readonly socket: Socket;
  readonly connectMs: number;
  readonly tlsMs: number | null;
}

/** No usable connection; nothing of the request was sent. */
export class DialError extends Error {
  readonly phase: "connect" | "tls";
  readonly timedOut: boolean;

  constructor(phase: "connect" | "tls", timedOut: boolean, cause?: unknown) {
    super(`No connection (${phase})`, { cause });
    this.name = "DialError";
    this.phase = phase;
    this.timedOut = timedOut;
  }
}

/** Connects within the time, TLS handshake included; `done` is called once. Returns the socket, to be destroyed on giving up. */
export function dial(
  target: DialTarget,
  done: (error: DialError | null, dialed: Dialed | null) => void,
): Socket {
  const startedAt = performance.now();
  let connectMs: number | null = null;
  let open = true;
  const settle = (error: DialError | null, dialed: Dialed | null) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    done(error, dialed);
  };
  const phase = () => (connectMs === null ? "connect" : "tls");
  const socket = openSocket(target).setNoDelay(true);
  const timer = setTimeout(() => {
    settle(new DialError(phase(), true), null);
    socket.destroy();
  }, target.timeoutMs);
  socket
    .once("connect", () => {
      connectMs = performance.now() - startedAt;
      if (target.tls === null) settle(null, { socket, connectMs, tlsMs: null });
    })
    .once("secureConnect", () => {
      const tcpMs = connectMs ?? 0;
      settle(null, { socket, connectMs: tcpMs, tlsMs: performance.now() - startedAt - tcpMs });
    })
    // stays for the life of the socket: an error that nobody listens to would end the process
    .on("error", (cause) => settle(new DialError(phase(), false, cause), null))
    .once("close", () => settle(new DialError(phase(), false), null));
  return socket;
}

function openSocket({ address, port, tls }: DialTarget): Socket {
  if (tls === null) return connectPlain({ host: address, port });
  return connectTls({
    host: address,
    port,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
    // a session is not resumed: a resumed one would skip the check of a certificate that expired meanwhile
    ...(tls.serverName === null ? {} : { servername: tls.serverName }),
    ...(tls.ca === undefined ? {} : { ca: [...tls.ca] }),
  });
}
