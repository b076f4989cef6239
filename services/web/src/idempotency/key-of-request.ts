import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { signedInUser } from "../auth/guard.ts";
import { Refusal } from "../http/refusal.ts";
import type { IdempotencyKey } from "./stored-answers.ts";

/** The request's Idempotency-Key, null when it has none. Throws a `Refusal` (400) for one that is not 1-255 printable ASCII characters. */
export function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Refusal(400, "Idempotency-Key: must be 1 to 255 printable ASCII characters.");
  }
  return { tenantId: signedInUser(request).tenant.id, key, requestHash: hashOf(request) };
}

/** The body as it was understood: other white space is not another request. */
function hashOf(request: FastifyRequest): Buffer {
  return createHash("sha256")
    .update(`${request.method} ${request.url}\n`)
    .update(JSON.stringify(request.body ?? null))
    .digest();
}
