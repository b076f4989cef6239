import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from "node:http";
import { requestIdOf } from "./request-id.ts";

/** The body of every error answer (specification 7): an object with the single field `error`. */
export function errorBody(error: string): string {
  return JSON.stringify({ error });
}

/** A complete error answer that closes the connection, for a socket on which nothing was parsed. */
export function rawErrorAnswer(
  status: number,
  error: string,
  headers: readonly string[] = [],
): string {
  const body = errorBody(error);
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? "Error"}`,
    `Date: ${new Date().toUTCString()}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${randomUUID()}`,
    ...headers,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers with an error and closes the connection once it is sent. */
export function refuse({ request, response }: Exchange, status: number, error: string): void {
  const body = errorBody(error);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-request-id": requestIdOf(request),
    connection: "close",
  });
  response.end(body);
}
