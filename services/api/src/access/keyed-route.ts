import type { FoundApiKey } from "@shipment-tracking/read-model";
import type { FastifyReply, FastifyRequest } from "fastify";
import { areaHeaders } from "../answers/area-headers.ts";
import { refuse, type Refusal } from "../answers/refusals.ts";
import { sendAnswer, type Answer } from "../answers/send-answer.ts";
import { minPosition, waitAsWanted } from "../freshness/min-position.ts";
import type { PositionWaiter } from "../freshness/position-waiter.ts";
import { checkKeyShape, type KeyOpener, openWithKey, type Gate } from "./authenticate.ts";

/** A route of a key's tenant: what it looks up with the key, and what it makes of that. */
export interface KeyedHandler<Holder extends FoundApiKey> {
  /** How the request's key is looked up. */
  opener(request: FastifyRequest): KeyOpener<Holder>;
  answer(holder: Holder, request: FastifyRequest): Promise<Answer | Refusal>;
}

export interface KeyedRouteOptions {
  readonly gate: Gate;
  readonly waiter: PositionWaiter;
}

/**
 * A `/v1` route's handler: key first, then freshness, then the data of the key's tenant. The wait comes before the key is looked up,
 * since the key itself may be what the caller waits for.
 */
export function withKey<Holder extends FoundApiKey>(
  { gate, waiter }: KeyedRouteOptions,
  handler: KeyedHandler<Holder>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(areaHeaders.v1);
    const presented = checkKeyShape(request.raw.rawHeaders);
    if (presented.kind === "refused") return refuse(reply, presented.refusal);
    const wanted = minPosition(request);
    if (wanted.kind === "wanted") reply.headers(await waitAsWanted(waiter, wanted));
    const access = await openWithKey(gate, presented.key, handler.opener(request));
    if (access.kind === "refused") return refuse(reply, access.refusal);
    if (wanted.kind === "malformed") return refuse(reply, "malformed_position");
    const answer = await handler.answer(access.holder, request);
    return typeof answer === "string" ? refuse(reply, answer) : sendAnswer(request, reply, answer);
  };
}
