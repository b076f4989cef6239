import type { EventLogEngine, RecordSource, RunningConsumer } from "@shipment-tracking/event-log";

/** A consumer without effects but one: it keeps what arrived when, and complains about every record out of order. */
export class LogFollower {
  /** Event id to the time of its arrival, in ms as of `performance.now`. */
  readonly arrivedAt = new Map<string, number>();
  readonly disorder: string[] = [];
  readonly sources = new Set<RecordSource>();
  readonly positions = new Map<number, number>();
  #running: RunningConsumer | null = null;

  async start(engine: EventLogEngine, consumer: string): Promise<void> {
    this.#running = await engine.consume({
      consumer,
      positions: (parts) =>
        Promise.resolve(new Map(parts.map((part) => [part, this.positions.get(part) ?? 0]))),
      handle: ({ batches }) => {
        const at = performance.now();
        this.sources.add(this.consumer.source());
        for (const { part, records } of batches) {
          for (const { id, pos } of records) {
            const last = this.positions.get(part) ?? 0;
            if (pos !== last + 1) this.disorder.push(`part ${String(part)}: ${last} then ${pos}`);
            this.positions.set(part, pos);
            this.arrivedAt.set(id, at);
          }
        }
        return Promise.resolve();
      },
    });
  }

  get consumer(): RunningConsumer {
    if (!this.#running) throw new Error("The follower was not started");
    return this.#running;
  }
}
