import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { encodeEvent } from "@shipment-tracking/contracts";
import { appendEvents, type NewEvent, readBacklog } from "@shipment-tracking/event-log";
import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import { appliedPositions } from "@shipment-tracking/read-model";

const parts = Array.from({ length: 64 }, (_, part) => part);

/** Events a second from the first append to the last row in the read tables, appended as fast as possible. */
export async function measureCapacity(web: Pool, projector: Pool, events: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < events; done += 500) await append(web, 500);
  while ((await readBacklog(projector, await appliedPositions(projector, parts))).events > 0) {
    await delay(5);
  }
  return (events / (performance.now() - startedAt)) * 1_000;
}

export interface Load {
  /** Resolves with the events a second that were appended. */
  stop(): Promise<number>;
}

/** Appends events evenly, 20 transactions a second, until stopped. */
export function startLoad(web: Pool, eventsPerSecond: number): Load {
  const startedAt = performance.now();
  let appended = 0;
  let stopping = false;
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const run = async (): Promise<void> => {
    while (!stopping) {
      const due = Math.floor(seconds() * eventsPerSecond) - appended;
      if (due > 0) await append(web, due);
      appended += Math.max(due, 0);
      await delay(50);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping = true;
      await running;
      return appended / seconds();
    },
  };
}

/** Tenants of one event each. */
async function append(web: Pool, events: number): Promise<void> {
  const streams = Array.from({ length: events }, () => {
    const streamId = randomUUID();
    return { tenantId: streamId, streamId, expectedVersion: 0, events: [newEvent()] };
  });
  const result = await inTransaction(web, (tx) => appendEvents(tx, streams));
  if (result.outcome !== "appended") throw new Error("the events were not appended");
}

function newEvent(): NewEvent {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    ...encodeEvent({ type: "tenant.created", name: "Load" }),
    occurredAt: now,
    recordedAt: now,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}
