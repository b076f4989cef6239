import { slotsPerEndpoint } from "@shipment-tracking/webhooks";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import type { Receiver } from "./load-receivers.ts";

/** A claimed delivery that can be sent. */
export interface ReadyDelivery {
  readonly delivery: ClaimedDelivery;
  readonly receiver: Receiver;
  /** `performance.now()`. */
  readonly claimedAt: number;
}

interface OfEndpoint {
  readonly tenantId: string;
  held: number;
  sending: number;
  waiting: ReadyDelivery[];
}

/**
 * What this process has claimed and not written down yet, by endpoint. An endpoint is sent as many at once as it has slots; what was claimed ahead
 * waits here for one of them, so that the next request need not wait for the database.
 */
export class HeldDeliveries {
  readonly #endpoints = new Map<string, OfEndpoint>();
  readonly #ofTenants = new Map<string, number>();

  /** Slots that are taken, by tenant: what waits takes none. */
  get ofTenants(): ReadonlyMap<string, number> {
    return this.#ofTenants;
  }

  /** Deliveries of the endpoint that are claimed and not written down. */
  heldOf(endpointId: string): number {
    return this.#endpoints.get(endpointId)?.held ?? 0;
  }

  take({ endpointId, tenantId }: ClaimedDelivery): void {
    const endpoint = this.#endpoints.get(endpointId) ?? {
      tenantId,
      held: 0,
      sending: 0,
      waiting: [],
    };
    this.#endpoints.set(endpointId, endpoint);
    if (endpoint.held < slotsPerEndpoint) this.#count(tenantId, 1);
    endpoint.held += 1;
  }

  /** It is written down, or somebody else's. */
  drop({ endpointId }: ClaimedDelivery): void {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint === undefined) return;
    endpoint.held -= 1;
    if (endpoint.held < slotsPerEndpoint) this.#count(endpoint.tenantId, -1);
    if (endpoint.held === 0) this.#endpoints.delete(endpointId);
  }

  /** True: it is to be sent now. False: it waits for `next`. */
  begin(ready: ReadyDelivery): boolean {
    const endpoint = this.#endpoints.get(ready.delivery.endpointId);
    if (endpoint === undefined) return false;
    if (endpoint.sending >= slotsPerEndpoint) {
      endpoint.waiting.push(ready);
      return false;
    }
    endpoint.sending += 1;
    return true;
  }

  /** One of the endpoint's was answered; the next that is to be sent in its place. */
  next(endpointId: string): ReadyDelivery | undefined {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint === undefined) return undefined;
    const next = endpoint.waiting.shift();
    if (next === undefined) endpoint.sending -= 1;
    return next;
  }

  /** One of the endpoint's was answered, and nothing more is to be sent: what waits there, which waits no longer. */
  stopWaiting(endpointId: string): readonly ReadyDelivery[] {
    const endpoint = this.#endpoints.get(endpointId);
    if (endpoint === undefined) return [];
    endpoint.sending -= 1;
    return endpoint.waiting.splice(0);
  }

  /** What waits at any endpoint, which waits no longer. */
  stopAllWaiting(): readonly ReadyDelivery[] {
    return [...this.#endpoints.values()].flatMap(({ waiting }) => waiting.splice(0));
  }

  #count(tenantId: string, change: 1 | -1): void {
    const count = (this.#ofTenants.get(tenantId) ?? 0) + change;
    if (count === 0) this.#ofTenants.delete(tenantId);
    else this.#ofTenants.set(tenantId, count);
  }
}
