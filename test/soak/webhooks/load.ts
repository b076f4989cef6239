import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { announceNews, appendEvents } from "@shipment-tracking/event-log";
import { createPool, inTransaction, type Pool } from "@shipment-tracking/postgres";
import { statusChange, statusCreation } from "../../crash/webhooks/status-events.ts";

interface Moving {
  readonly tenantId: string;
  readonly streamId: string;
  version: number;
}

/** Changes the status of shipments, one transaction each, at a steady rate until stopped. */
export class Load {
  /** Ids of the events that were committed: each is a message to one endpoint. */
  readonly committed: string[] = [];
  readonly #pool: Pool;
  readonly #shipments: Moving[] = [];
  #stopping = false;
  #run: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#pool = createPool({ url, applicationName: "soak-web", max: 6 });
  }

  async create(tenantIds: readonly string[], perTenant: number): Promise<void> {
    for (const tenantId of tenantIds) {
      const made = Array.from({ length: perTenant }, () => ({
        tenantId,
        streamId: randomUUID(),
        version: 1,
      }));
      const streams = made.map(({ streamId }, n) => ({
        tenantId,
        streamId,
        expectedVersion: 0,
        events: [statusCreation(streamId, `SOAK-${String(n)}`)],
      }));
      await inTransaction(this.#pool, (tx) => appendEvents(tx, streams));
      this.#shipments.push(...made);
    }
  }

  start(eventsPerSecond: number): void {
    this.#run = this.#move(eventsPerSecond);
    // seen by `stop`; not an unhandled rejection meanwhile
    this.#run.catch(() => undefined);
  }

  /** Rejects when a change was refused. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#run;
  }

  async close(): Promise<void> {
    this.#stopping = true;
    await this.#run.catch(() => undefined);
    await this.#pool.end();
  }

  async #move(eventsPerSecond: number): Promise<void> {
    const startedAt = performance.now();
    const appends = new Set<Promise<void>>();
    for (let n = 0; !this.#stopping; n += 1) {
      const wait = startedAt + (n * 1_000) / eventsPerSecond - performance.now();
      if (wait > 0) await delay(wait);
      // a shipment's turn comes again long after its last change was committed, or waits for it
      if (appends.size >= 50) await Promise.race(appends);
      const shipment = this.#shipments[n % this.#shipments.length];
      if (shipment === undefined) return;
      const append = this.#append(shipment).finally(() => appends.delete(append));
      appends.add(append);
    }
    await Promise.all(appends);
  }

  async #append(shipment: Moving): Promise<void> {
    const { tenantId, streamId, version } = shipment;
    shipment.version += 1;
    const event = statusChange(version);
    const stream = { tenantId, streamId, expectedVersion: version, events: [event] };
    const result = await inTransaction(this.#pool, (tx) => appendEvents(tx, [stream]));
    if (result.outcome !== "appended") throw new Error(`A change is ${result.outcome}`);
    announceNews(this.#pool);
    this.committed.push(event.id);
  }
}
