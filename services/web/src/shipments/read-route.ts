import type { FastifyInstance } from "fastify";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { shipmentIdOf } from "./answer-shipment-command.ts";
import { readShipment, readShipmentEvents } from "./read-shipment.ts";

export function registerReadRoute(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments/:id", async (request, reply) => {
    const { tenant } = signedInUser(request);
    const shipment = await readShipment(pool, tenant.id, shipmentIdOf(request));
    if (shipment === null) throw new Refusal(404, "Not found");
    const events = await readShipmentEvents(pool, shipment.id);
    reply.header("cache-control", "no-store");
    return { shipment, events };
  });
}
