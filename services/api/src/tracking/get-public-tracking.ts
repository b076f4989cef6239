import { hashTrackingToken, isTrackingToken } from "@shipment-tracking/contracts";
import { bytesOf, type BytesQueryable } from "@shipment-tracking/postgres";
import { findPublicTracking } from "@shipment-tracking/read-model";
import type { FastifyReply, FastifyRequest } from "fastify";
import { areaHeaders } from "../answers/area-headers.ts";
import { entityTag } from "../answers/entity-tag.ts";
import { refuse } from "../answers/refusals.ts";
import { sendAnswer } from "../answers/send-answer.ts";
import { minPosition, waitAsWanted } from "../freshness/min-position.ts";
import type { PositionWaiter } from "../freshness/position-waiter.ts";

export interface TrackingOptions {
  readonly pool: BytesQueryable;
  readonly waiter: PositionWaiter;
}

/**
 * GET /track/:token (specification 4.4): the token is the only credential, an Authorization header is not looked at. Malformed, unknown and
 * inactive tokens get the same 404.
 */
export function publicTrackingHandler({ pool, waiter }: TrackingOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(areaHeaders.track);
    // the route's pattern has exactly this parameter
    const { token } = request.params as { readonly token: string };
    const wanted = minPosition(request);
    if (wanted.kind === "malformed") return refuse(reply, "malformed_position");
    if (wanted.kind === "wanted") reply.headers(await waitAsWanted(waiter, wanted));
    const json = isTrackingToken(token)
      ? await findPublicTracking(pool, hashTrackingToken(token))
      : null;
    if (json === null) return refuse(reply, "not_found");
    const body = bytesOf(json);
    return sendAnswer(request, reply, { body, tag: entityTag(body) });
  };
}
