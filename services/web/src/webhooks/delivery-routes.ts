import {
  deliveryStates,
  explainDeliveries,
  findDelivery,
  listAttempts,
  listDeliveries,
} from "@shipment-tracking/webhooks";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { pageOf, readCreationCursor } from "../console/newest-first.ts";
import { limitField, parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { pathId } from "../http/path-id.ts";
import { Refusal } from "../http/refusal.ts";
import { deliveryAnswer, wholeDeliveryAnswer } from "./delivery-answer.ts";
import { ownEndpoint } from "./endpoint-routes.ts";
import { replayDelivery } from "./queue-commands.ts";

const list = "webhook-deliveries";

export const deliveriesQuery = z.object({
  // an empty parameter is none: forms send every field they have
  state: z.preprocess(
    (given) => (given === "" ? undefined : given),
    z.enum(deliveryStates).optional(),
  ),
  limit: limitField,
  cursor: z.string().optional(),
});

/** What was and is to be sent to the endpoints of the signed-in user's company. */
export function registerDeliveryRoutes(app: FastifyInstance, web: WebContext): void {
  const { pool } = web;

  app.get("/api/webhook-endpoints/:id/deliveries", async (request) => {
    const { state, limit, cursor } = parseQuery(deliveriesQuery, request.query);
    const after = readCreationCursor(list, cursor);
    const { id: endpointId } = await ownEndpoint(web, request);
    const tenantId = signedInUser(request).tenant.id;
    const found = await listDeliveries(pool, tenantId, {
      endpointId,
      state: state ?? null,
      after,
      // one more than asked for tells whether there is a next page
      limit: limit + 1,
    });
    const open = found.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
    const waiting = await explainDeliveries(pool, tenantId, open);
    return pageOf(
      list,
      limit,
      found.map((one) => deliveryAnswer(one, waiting.get(one.id))),
    );
  });

  app.get("/api/webhook-deliveries/:id", async (request) => {
    const tenantId = signedInUser(request).tenant.id;
    const delivery = await findDelivery(pool, tenantId, pathId(request, "id"));
    if (delivery === null) throw new Refusal(404, "Not found");
    const waiting = await explainDeliveries(pool, tenantId, [delivery.id]);
    const attempts = await listAttempts(pool, tenantId, delivery);
    return wholeDeliveryAnswer(delivery, { waiting: waiting.get(delivery.id), attempts });
  });

  app.post("/api/webhook-deliveries/:id/replay", async (request, reply) => {
    const id = pathId(request, "id");
    const context = commandContext(request);
    await answerCommand(web, { request, reply }, { work: (tx) => replayDelivery(tx, context, id) });
    web.webhooks.wakeDispatch();
    return reply;
  });
}
