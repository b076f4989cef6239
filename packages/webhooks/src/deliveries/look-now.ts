import type { Queryable } from "@shipment-tracking/postgres";
import { endpointOpensAt } from "./predicates.ts";

/** Tells the workers that something of the endpoints is due, no sooner than a pause or an open breaker allows. */
export async function lookNow(tx: Queryable, endpointIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "look_at_webhook_endpoints",
    text: `
      update hooks.endpoint_health
      set next_look_at = least(endpoint_health.next_look_at, ${endpointOpensAt})
      where endpoint_health.endpoint_id = any ($1::uuid[])`,
    values: [endpointIds],
  });
}
