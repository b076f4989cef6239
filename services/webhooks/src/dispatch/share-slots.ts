import type { PickedEndpoint } from "./pick-endpoints.ts";

export interface SlotLimits {
  /** What this process can still take. */
  readonly free: number;
  /** Deliveries of one endpoint under way at the same time. */
  readonly perEndpoint: number;
}

/**
 * How many deliveries to claim for each endpoint, in the order given. While several tenants wait, none gets more than a quarter of
 * the free slots; what is left after that is shared out once more, so that slots are not kept empty for nobody.
 */
export function shareSlots(
  endpoints: readonly PickedEndpoint[],
  limits: SlotLimits,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  const tenants = new Set(endpoints.map((endpoint) => endpoint.tenantId));
  const perTenant = tenants.size > 1 ? Math.max(1, Math.floor(limits.free / 4)) : limits.free;
  const ofTenant = new Map<string, number>();
  let free = limits.free;
  for (const endpoint of endpoints) {
    const used = ofTenant.get(endpoint.tenantId) ?? 0;
    const wanted = openSlots(endpoint, limits.perEndpoint);
    const given = Math.max(0, Math.min(wanted, free, perTenant - used));
    if (given === 0) continue;
    slots.set(endpoint.endpointId, given);
    ofTenant.set(endpoint.tenantId, used + given);
    free -= given;
  }
  return slots;
}

function openSlots(endpoint: PickedEndpoint, perEndpoint: number): number {
  // a probe: one delivery decides whether the endpoint is back
  const limit =
    endpoint.breaker === "closed" ? Math.min(endpoint.rampSlots ?? perEndpoint, perEndpoint) : 1;
  return Math.max(0, limit - endpoint.inFlight);
}
