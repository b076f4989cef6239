import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEntityTag } from "./entity-tag.ts";

/** A successful answer: finished JSON text, sent as it is. */
export interface Answer {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends 200 with a strong ETag of the body's bytes, or 304 without a body when `If-None-Match` names it. Both carry the same headers
 * (RFC 9110 15.4.5).
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply {
  const tag = entityTag(answer.body);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  reply.header("etag", tag);
  const condition = request.headers["if-none-match"];
  if (condition !== undefined && matchesEntityTag(condition, tag)) return reply.code(304).send();
  return reply.header("content-type", "application/json; charset=utf-8").send(answer.body);
}

function entityTag(body: string): string {
  // 160 bits of SHA-256 tell any two bodies apart; the body, not a version, is tagged: equal tags are equal bytes
  const digest = createHash("sha256").update(body, "utf8").digest("base64url");
  return `"${digest.slice(0, 27)}"`;
}
