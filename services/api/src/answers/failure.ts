import type { Logger } from "@shipment-tracking/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { areaOf } from "../paths.ts";
import { areaHeaders } from "./area-headers.ts";
import { refuse } from "./refusals.ts";

/** Answers an unexpected error with the constant text of its area (specification 7); what happened goes to the log only. */
export function answerFailure(
  { log, error }: { readonly log: Logger; readonly error: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const route = request.routeOptions.url ?? "none";
  log.error({ err: error, requestId: request.id, method: request.method, route }, "request failed");
  const area = areaOf(request.raw.url ?? "");
  reply.headers(areaHeaders[area]);
  return refuse(reply, area === "v1" ? "database_failed" : "server_failed");
}
