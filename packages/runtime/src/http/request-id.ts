import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const idName = Symbol("request id");
const sane = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The id of a request: the client's `X-Request-Id` when it is at most 64 characters of [A-Za-z0-9._-], else a new UUID. The same
 * at every call for the same request, so that the answer, the log line and the error carry one id.
 */
export function requestIdOf(request: Identified): string {
  return (request[idName] ??= newId(request));
}

/** A WeakMap would be one more thing for the garbage collector to look through, for each request that it holds. */
interface Identified extends IncomingMessage {
  [idName]?: string;
}

function newId({ headers }: IncomingMessage): string {
  const offered = headers["x-request-id"];
  return typeof offered === "string" && sane.test(offered) ? offered : randomUUID();
}
