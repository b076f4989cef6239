import { findDuplicates, undocumentedDuplicates } from "./judge-duplicates.ts";
import type { Change } from "./status-stream.ts";
import type { Death } from "./worker.ts";
import type { Arrival } from "./witness.ts";

/** What was to be sent, to whom, and what happened to the worker meanwhile. */
export interface Course {
  readonly changes: readonly Change[];
  readonly endpoints: readonly string[];
  readonly deaths: readonly Death[];
}

/** What the receiver's own log says against the promises of 05-webhooks; empty when all were kept. */
export function judgeArrivals(
  { changes, endpoints, deaths }: Course,
  arrivals: readonly Arrival[],
): readonly string[] {
  const known = new Map(changes.map((change) => [change.id, change]));
  const strangers = arrivals.filter(({ endpoint }) => !endpoints.includes(endpoint));
  return [
    ...strangers.map((arrival) => `${named(arrival)} came to an unknown address`),
    ...arrivals.flatMap((arrival) => faultsOf(arrival, known.get(arrival.webhookId))),
    ...differentBodies(arrivals),
    ...undocumentedDuplicates(findDuplicates(arrivals), deaths),
    ...endpoints.flatMap((endpoint) => {
      const own = arrivals.filter((arrival) => arrival.endpoint === endpoint);
      return [...lost(endpoint, changes, own), ...outOfOrder(own), ...repeatedAttempts(own)];
    }),
  ];
}

/** An id that is not the change's own is both a lost message and a stranger: each attempt of a change has the id of its event. */
function faultsOf(arrival: Arrival, change: Change | undefined): readonly string[] {
  const faults: string[] = [];
  if (arrival.signatureFault !== null) faults.push(arrival.signatureFault);
  if (change === undefined) faults.push("is no change that was made");
  else if (change.shipmentId !== arrival.shipmentId || change.sequence !== arrival.sequence) {
    faults.push("tells of another change than its id");
  }
  return faults.map((fault) => `${named(arrival)}: ${fault}`);
}

function differentBodies(arrivals: readonly Arrival[]): readonly string[] {
  const bodies = new Map<string, Buffer>();
  return arrivals.flatMap((arrival) => {
    const first = bodies.get(arrival.webhookId) ?? arrival.body;
    bodies.set(arrival.webhookId, first);
    return first.equals(arrival.body) ? [] : [`${named(arrival)} has another body than before`];
  });
}

function lost(
  endpoint: string,
  changes: readonly Change[],
  arrivals: readonly Arrival[],
): readonly string[] {
  const accepted = new Set(
    arrivals.filter(({ status }) => status === 204).map(({ webhookId }) => webhookId),
  );
  return changes
    .filter(({ id }) => !accepted.has(id))
    .map(({ id, sequence }) => `${endpoint} never accepted ${id} (sequence ${String(sequence)})`);
}

/** A lane never goes back; the same sequence again is the same message again. */
function outOfOrder(arrivals: readonly Arrival[]): readonly string[] {
  const newest = new Map<string, Arrival>();
  return arrivals.flatMap((arrival) => {
    const before = newest.get(arrival.shipmentId);
    if (before === undefined || arrival.sequence > before.sequence) {
      newest.set(arrival.shipmentId, arrival);
      // the one before must have been accepted, or it was overtaken
      return before !== undefined && !wasAccepted(arrivals, before, arrival)
        ? [`${named(arrival)} overtook ${named(before)}`]
        : [];
    }
    return arrival.webhookId === before.webhookId
      ? []
      : [`${named(arrival)} came after ${named(before)}`];
  });
}

function wasAccepted(arrivals: readonly Arrival[], one: Arrival, until: Arrival): boolean {
  return arrivals
    .slice(0, arrivals.indexOf(until))
    .some(({ webhookId, status }) => webhookId === one.webhookId && status === 204);
}

function repeatedAttempts(arrivals: readonly Arrival[]): readonly string[] {
  const attempts = new Map<string, number>();
  return arrivals.flatMap((arrival) => {
    const before = attempts.get(arrival.webhookId) ?? 0;
    attempts.set(arrival.webhookId, arrival.attempt);
    return arrival.attempt > before
      ? []
      : [`${named(arrival)} came after attempt ${String(before)}`];
  });
}

function named({ endpoint, webhookId, sequence, attempt }: Arrival): string {
  return `${webhookId} at ${endpoint} (sequence ${String(sequence)}, attempt ${String(attempt)})`;
}
