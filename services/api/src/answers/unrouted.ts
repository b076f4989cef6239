import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate, type Gate } from "../access/authenticate.ts";
import { areaOf } from "../paths.ts";
import { areaHeaders } from "./area-headers.ts";
import { refuse, type Refusal } from "./refusals.ts";

/** Why no route handles the request. */
export type Unrouted = "unknown_path" | "wrong_method" | "malformed_url";

/**
 * Answers a request that no route handles. Under `/v1` the key comes first, whatever the path or method (decision "Order of checks"), so
 * without a key nobody learns which paths exist.
 */
export async function refuseUnrouted(
  { gate, reason }: { readonly gate: Gate; readonly reason: Unrouted },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const area = areaOf(request.raw.url ?? "");
  reply.headers(areaHeaders[area]);
  if (area === "v1") {
    const access = await authenticate(gate, request.raw.rawHeaders);
    if (access.kind === "refused") return refuse(reply, access.refusal);
  }
  return refuse(reply, refusalFor(reason, area === "other"));
}

function refusalFor(reason: Unrouted, isOutside: boolean): Refusal {
  switch (reason) {
    case "unknown_path":
      return "not_found";
    case "wrong_method":
      return "method_not_allowed";
    case "malformed_url":
      // an encoding that means nothing names no record and no token
      return isOutside ? "malformed_url" : "not_found";
  }
}
