import { slotsPerEndpoint } from "@shipment-tracking/webhooks";
import type { Death } from "./worker.ts";
import type { Arrival } from "./witness.ts";

/** A request with a message that its endpoint had accepted the last time it came. One that was answered 500 has to come again. */
export interface Duplicate {
  readonly before: Arrival;
  readonly again: Arrival;
}

export function findDuplicates(arrivals: readonly Arrival[]): readonly Duplicate[] {
  const accepted = new Map<string, Arrival>();
  return arrivals.flatMap((again) => {
    const key = `${again.endpoint} ${again.webhookId}`;
    const before = accepted.get(key);
    if (again.status === 204) accepted.set(key, again);
    else accepted.delete(key);
    return before === undefined ? [] : [{ before, again }];
  });
}

/**
 * Duplicates that docs/webhooks.md does not allow. It allows those of a worker that died between the answer and writing it down: a death lies between
 * both requests, and of each death there are no more at an endpoint than it may have under way.
 */
export function undocumentedDuplicates(
  duplicates: readonly Duplicate[],
  deaths: readonly Death[],
): readonly string[] {
  const ofDeath = new Map<string, number>();
  return duplicates.flatMap(({ before, again }) => {
    const name = `${again.webhookId} at ${again.endpoint}`;
    const death = deaths.findIndex(({ at }) => at >= before.at && at <= again.at);
    if (death < 0) return [`${name} came again though no worker had died`];
    const key = `${again.endpoint} ${String(death)}`;
    const count = (ofDeath.get(key) ?? 0) + 1;
    ofDeath.set(key, count);
    return count > slotsPerEndpoint
      ? [
          `${name} is duplicate ${String(count)} of one death at ${again.endpoint}, accepted ${sinceDeath(before, deaths[death - 1])}`,
        ]
      : [];
  });
}

/** A request of the worker that died before may be read late: few milliseconds point to that. */
function sinceDeath({ at }: Arrival, death: Death | undefined): string {
  return death === undefined
    ? "before any other"
    : `${(at - death.at).toFixed(1)} ms after the one before it`;
}
