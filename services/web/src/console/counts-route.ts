import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { currentInstant } from "../ids.ts";
import { countCap, countShipments } from "../search/count-shipments.ts";
import { parseQuery } from "./query.ts";
import { instantField, requiredSpan } from "./scheduled-span.ts";

export const countsQuery = z.object({
  scheduledFrom: instantField.optional(),
  scheduledTo: instantField.optional(),
});

/** What stands beside the names of the board's views. */
export function registerCountsRoute(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments/counts", async (request) => {
    const { scheduledFrom, scheduledTo } = parseQuery(countsQuery, request.query);
    const today = requiredSpan(scheduledFrom, scheduledTo);
    const { tenant } = signedInUser(request);
    const counts = await countShipments(pool, tenant.id, { now: currentInstant(), today });
    return { ...counts, cap: countCap };
  });
}
