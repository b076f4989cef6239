import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEntityTag } from "./entity-tag.ts";

/** A successful answer: finished JSON, sent as it is. */
export interface Answer {
  readonly body: Buffer;
  /** Strong entity tag of the body's bytes. */
  readonly tag: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends 200, or 304 without a body when `If-None-Match` names the tag. Both carry the same headers (RFC 9110 15.4.5). */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag, headers }: Answer,
): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  reply.header("etag", tag);
  const condition = request.headers["if-none-match"];
  if (condition !== undefined && matchesEntityTag(condition, tag)) return reply.code(304).send();
  return reply.header("content-type", "application/json; charset=utf-8").send(body);
}
