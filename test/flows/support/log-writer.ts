import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { encodeEvent } from "@shipment-tracking/contracts";
import { appendEvents, type NewEvent } from "@shipment-tracking/event-log";
import { inTransaction, type Pool } from "@shipment-tracking/postgres";

/** Appends events as commands do, and remembers when each was committed. */
export class LogWriter {
  /** Event id to the time of its commit, in ms as of `performance.now`. */
  readonly committedAt = new Map<string, number>();
  readonly #pool: Pool;
  #load: Promise<void> | null = null;
  #stopping = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** One event for each of `count` new streams, so that all parts get some. */
  async append(count: number): Promise<void> {
    const streams = Array.from({ length: count }, () => {
      const streamId = randomUUID();
      return { tenantId: streamId, streamId, expectedVersion: 0, events: [newEvent()] };
    });
    const result = await inTransaction(this.#pool, (tx) => appendEvents(tx, streams));
    if (result.outcome !== "appended") throw new Error(`The streams are ${result.outcome}`);
    const at = performance.now();
    for (const { events } of streams) for (const { id } of events) this.committedAt.set(id, at);
  }

  /** Writes until `stopLoad`: 64 events every 50 ms, at most about 1,300 a second. */
  startLoad(): void {
    this.#stopping = false;
    this.#load = this.#run();
  }

  async stopLoad(): Promise<void> {
    this.#stopping = true;
    await this.#load;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.append(64);
      await delay(50);
    }
  }
}

function newEvent(): NewEvent {
  const at = "2026-01-02T03:04:05.678Z";
  return {
    id: randomUUID(),
    ...encodeEvent({ type: "tenant.created", name: "Acme" }),
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}
