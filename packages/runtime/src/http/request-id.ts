import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const known = new WeakMap<IncomingMessage, string>();
const sane = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The id of a request: the client's `X-Request-Id` when it is at most 64 characters of [A-Za-z0-9._-], else a new UUID. The same
 * at every call for the same request, so that the answer, the log line and the error carry one id.
 */
export function requestIdOf(request: IncomingMessage): string {
  const before = known.get(request);
  if (before !== undefined) return before;
  const offered = request.headers["x-request-id"];
  const id = typeof offered === "string" && sane.test(offered) ? offered : randomUUID();
  known.set(request, id);
  return id;
}
