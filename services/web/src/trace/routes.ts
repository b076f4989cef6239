import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { decodeCursor, encodeCursor } from "../console/cursor.ts";
import { parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { shipmentIdOf } from "../shipments/answer-shipment-command.ts";
import { traceShipment } from "./trace-shipment.ts";

export const traceQuery = z.object({ cursor: z.string().optional() });

const list = "trace";
const cursorKey = z.tuple([z.int().min(1).max(2_147_483_647)]);
const pageSize = 50;

/** How the events of a shipment fared: written, published, shown to readers, sent to receivers. */
export function registerTraceRoute(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments/:id/trace", async (request) => {
    const { cursor } = parseQuery(traceQuery, request.query);
    const [beforeVersion = null] = decodeCursor(list, cursorKey, cursor) ?? [];
    const shipmentId = shipmentIdOf(request);
    const { tenant } = signedInUser(request);
    const found = await traceShipment(pool, tenant.id, {
      shipmentId,
      beforeVersion,
      // one more than is shown tells whether there is a next page
      limit: pageSize + 1,
    });
    // version 1 made it: without any event below the cursor it is not the tenant's, or there is no such page
    if (found.length === 0) throw new Refusal(404, "Not found");
    const items = found.slice(0, pageSize);
    const last = items.at(-1);
    const more = found.length > pageSize && last !== undefined;
    return { items, nextCursor: more ? encodeCursor(list, [last.version]) : null };
  });
}
