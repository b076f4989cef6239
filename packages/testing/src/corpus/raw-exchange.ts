import { connect } from "node:net";
import { parseAnswers, type RawAnswer } from "./parse-answers.ts";

export interface ExchangeOptions {
  readonly host: string;
  readonly port: number;
  readonly bytes: Buffer;
  /** Per expected answer, whether it is one to HEAD, which has no body. */
  readonly heads: readonly boolean[];
  /** Wait until the server closes the connection. */
  readonly untilClosed: boolean;
  readonly patienceMs: number;
}

export interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** The server ended the connection within the time. */
  readonly closed: boolean;
  /** Bytes after the expected answers. */
  readonly rest: string;
  /** Everything that came, as Latin-1 text. */
  readonly text: string;
}

/** Sends bytes over a new connection and collects what comes back. Never rejects: what went wrong shows in the exchange. */
export function exchange(options: ExchangeOptions): Promise<Exchange> {
  const { host, port, bytes, heads, untilClosed, patienceMs } = options;
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = connect({ host, port });
    const timer = setTimeout(() => {
      finish(false);
    }, patienceMs);
    function finish(closed: boolean): void {
      clearTimeout(timer);
      socket.destroy();
      const { answers, rest } = parseAnswers(received, heads);
      resolve({ answers, rest, closed, text: received.toString("latin1") });
    }
    socket.on("connect", () => {
      socket.write(bytes);
    });
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!untilClosed && parseAnswers(received, heads).answers.length === heads.length)
        finish(false);
    });
    socket.on("end", () => {
      finish(true);
    });
    // a reset after the answer is an ending too
    socket.on("error", () => {
      finish(true);
    });
  });
}
