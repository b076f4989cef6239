import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { appendEvents, type NewEvent } from "@shipment-tracking/event-log";
import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import type { SeededRandom } from "../seeded-random.ts";
import { statusChange, statusCreation } from "./status-events.ts";

/** A change of status that was committed: each endpoint must hear of it. */
export interface Change {
  readonly id: string;
  readonly shipmentId: string;
  readonly sequence: number;
}

export interface StatusStreamOptions {
  /** With the rights of the web application. */
  readonly pool: Pool;
  readonly tenantId: string;
  readonly shipments: number;
  readonly random: SeededRandom;
}

/** Changes the status of shipments, one to three times in a row, until stopped: about 40 changes a second. */
export class StatusStream {
  readonly changes: Change[] = [];
  readonly #options: StatusStreamOptions;
  readonly #versions = new Map<string, number>();
  #stopping = false;
  #load: Promise<void> = Promise.resolve();

  constructor(options: StatusStreamOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    for (let n = 1; n <= this.#options.shipments; n += 1) {
      const shipmentId = randomUUID();
      await this.#append(shipmentId, [statusCreation(shipmentId, `CRASH-${String(n)}`)]);
    }
    this.#load = this.#run();
    // seen by `stop`; not an unhandled rejection meanwhile
    this.#load.catch(() => undefined);
  }

  /** Rejects when a change was refused. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#load;
  }

  async #run(): Promise<void> {
    const { random } = this.#options;
    const ids = [...this.#versions.keys()];
    while (!this.#stopping) {
      const shipmentId = random.pick(ids) ?? "";
      const version = this.#versions.get(shipmentId) ?? 0;
      const count = random.between(1, 3);
      await this.#append(
        shipmentId,
        Array.from({ length: count }, (_, i) => statusChange(version + i)),
      );
      await delay(random.between(20, 80));
    }
  }

  async #append(shipmentId: string, events: readonly NewEvent[]): Promise<void> {
    const { pool, tenantId } = this.#options;
    const version = this.#versions.get(shipmentId) ?? 0;
    const stream = { tenantId, streamId: shipmentId, expectedVersion: version, events };
    const result = await inTransaction(pool, (tx) => appendEvents(tx, [stream]));
    if (result.outcome !== "appended") throw new Error(`A change is ${result.outcome}`);
    this.#versions.set(shipmentId, version + events.length);
    if (version === 0) return;
    for (const [i, { id }] of events.entries()) {
      this.changes.push({ id, shipmentId, sequence: version + i + 1 });
    }
  }
}
