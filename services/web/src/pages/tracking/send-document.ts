import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TrackingDocument } from "./document.ts";

const compress = promisify(gzip);

/** Compressed where the browser takes it: on a telephone in a truck's cab each packet counts. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, policy, html }: TrackingDocument,
): Promise<FastifyReply> {
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("vary", "Accept-Encoding, Accept-Language");
  if (!takesGzip(request.headers["accept-encoding"])) return reply.send(html);
  return reply.header("content-encoding", "gzip").send(await compress(html));
}

/** Named, and not with a quality of 0 (RFC 9110 12.5.3). */
function takesGzip(accepted: string | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(accepted ?? "");
}
