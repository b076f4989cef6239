import type { PickedEndpoint } from "./pick-endpoints.ts";

export interface SlotLimits {
  /** Deliveries under way in this process at the same time. */
  readonly max: number;
  /** Deliveries under way in this process now, by tenant. */
  readonly running: ReadonlyMap<string, number>;
  /** Deliveries of one endpoint under way at the same time, in all processes. */
  readonly perEndpoint: number;
}

/** What this process can still take. */
export function freeSlots({ max, running }: SlotLimits): number {
  return max - [...running.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * The most that one tenant may have under way in this process, even while nobody else waits: a quarter is kept for those who come while
 * its receivers hang.
 */
export function tenantLimit(max: number): number {
  return Math.max(1, max - Math.floor(max / 4));
}

/** Tenants that may begin nothing more in this process now. */
export function fullTenants({ max, running }: SlotLimits): readonly string[] {
  return [...running].flatMap(([tenantId, count]) => (count >= tenantLimit(max) ? [tenantId] : []));
}

/**
 * How many deliveries to claim for each endpoint, in the order given. While several tenants wait, none gets more than a quarter of
 * the free slots at once.
 */
export function shareSlots(
  endpoints: readonly PickedEndpoint[],
  limits: SlotLimits,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  const tenants = new Set(endpoints.map((endpoint) => endpoint.tenantId));
  let free = freeSlots(limits);
  const share = tenants.size > 1 ? Math.max(1, Math.floor(free / 4)) : free;
  const left = new Map(
    [...tenants].map((tenantId) => {
      const ownFree = tenantLimit(limits.max) - (limits.running.get(tenantId) ?? 0);
      return [tenantId, Math.min(share, ownFree)];
    }),
  );
  for (const endpoint of endpoints) {
    const ofTenant = left.get(endpoint.tenantId) ?? 0;
    const given = Math.max(0, Math.min(openSlots(endpoint, limits.perEndpoint), free, ofTenant));
    if (given === 0) continue;
    slots.set(endpoint.endpointId, given);
    left.set(endpoint.tenantId, ofTenant - given);
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
