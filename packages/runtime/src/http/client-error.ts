import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Exchange, rawErrorAnswer } from "./error-answer.ts";

/** Faults of a connection that never became a request: parse errors, oversized headers, timeouts. */
export interface ClientErrorHandling {
  /** Notes the exchanges of each connection, so that an error answer never lands inside another answer. */
  track(exchange: Exchange): void;
  /** For the server's `clientError`: answers JSON and closes. */
  handle(error: Error & { readonly code?: string }, socket: Socket): void;
}

// after the answer the peer gets this long to read it: closing at once would reset the connection under its hands
const lingerMs = 1_000;

export function createClientErrorHandling(
  onError: (code: string, status: number) => void,
): ClientErrorHandling {
  const failed = new WeakSet<Socket>();
  return {
    track(exchange) {
      (exchange.request.socket as Tracked)[latest] = exchange;
    },
    handle(error, socket) {
      // the parser reports once more for every further packet
      if (failed.has(socket)) return;
      failed.add(socket);
      const code = error.code ?? "UNKNOWN";
      const { status, sentence } = answerFor(code);
      onError(code, status);
      if (!socket.writable || code === "ECONNRESET" || code === "EPIPE") {
        socket.destroy();
        return;
      }
      answerInTurn(socket, (socket as Tracked)[latest], rawErrorAnswer(status, sentence));
    },
  };
}

const latest = Symbol("latest exchange");

/** A connection with what was begun on it last. */
interface Tracked extends Socket {
  [latest]?: Exchange;
}

function answerInTurn(socket: Socket, exchange: Exchange | undefined, answer: string): void {
  if (exchange === undefined) {
    answerAndClose(socket, answer);
    return;
  }
  const { request, response } = exchange;
  // whatever follows a closing answer is not answered; node closes once it is sent
  if (isClosing(response)) return;
  if (request.complete && response.writableFinished) {
    answerAndClose(socket, answer);
    return;
  }
  if (request.complete) {
    // an earlier request on this connection is still being answered: its answer comes first
    response.once("close", () => {
      answerAndClose(socket, answer);
    });
    return;
  }
  // the fault lies in the body of this request: answer it unless it is answered already
  if (response.headersSent) socket.destroySoon();
  else answerAndClose(socket, answer);
}

function isClosing(response: ClosingResponse): boolean {
  return response.headersSent && (!response.shouldKeepAlive || response._last === true);
}

/** Node's own mark of an answer that says `Connection: close`; its headers cannot be asked for when they were given to `writeHead`. */
interface ClosingResponse extends ServerResponse {
  readonly _last?: boolean;
}

function answerAndClose(socket: Socket, answer: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.on("error", () => socket.destroy());
  socket.on("end", () => socket.destroy());
  socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function answerFor(code: string): { readonly status: number; readonly sentence: string } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, sentence: "Request header fields too large" };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, sentence: "Request body too large" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, sentence: "Request timeout" };
    default:
      return { status: 400, sentence: "Malformed request" };
  }
}
