import type { FoundApiKey } from "@shipment-tracking/read-model";
import type { FastifyReply, FastifyRequest } from "fastify";
import { areaHeaders } from "../answers/area-headers.ts";
import { refuse, type Refusal } from "../answers/refusals.ts";
import { sendAnswer, type Answer } from "../answers/send-answer.ts";
import { minPosition, waitAsWanted } from "../freshness/min-position.ts";
import type { PositionWaiter } from "../freshness/position-waiter.ts";
import { checkKeyShape, openWithKey, type Gate } from "./authenticate.ts";

export type KeyedHandler = (
  holder: FoundApiKey,
  request: FastifyRequest,
) => Promise<Answer | Refusal>;

export interface KeyedRouteOptions {
  readonly gate: Gate;
  readonly waiter: PositionWaiter;
}

/**
 * A `/v1` route's handler: key first, then freshness, then the data of the key's tenant. The wait comes before the key is looked up,
 * since the key itself may be what the caller waits for.
 */
export function withKey({ gate, waiter }: KeyedRouteOptions, handle: KeyedHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(areaHeaders.v1);
    const presented = checkKeyShape(request.raw.rawHeaders);
    if (presented.kind === "refused") return refuse(reply, presented.refusal);
    const wanted = minPosition(request);
    reply.headers(await waitAsWanted(waiter, wanted));
    const access = await openWithKey(gate, presented.key);
    if (access.kind === "refused") return refuse(reply, access.refusal);
    if (wanted.kind === "malformed") return refuse(reply, "malformed_position");
    const answer = await handle(access.holder, request);
    return typeof answer === "string" ? refuse(reply, answer) : sendAnswer(request, reply, answer);
  };
}
