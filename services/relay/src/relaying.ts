import type { EventRecord } from "@shipment-tracking/contracts";
import { type Delivery, type RunningConsumer, Superseded } from "@shipment-tracking/event-log";
import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger, RelayMetrics } from "@shipment-tracking/runtime";
import { Ledger } from "./ledger.ts";
import type { Publisher } from "./publisher.ts";
import type { TroubleLog } from "./trouble-log.ts";

interface RelayingOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly publisher: Publisher;
  readonly trouble: TroubleLog;
  readonly metrics: RelayMetrics | undefined;
}

/** What the relay does with a delivery, and what it knows of the topic. */
export class Relaying {
  readonly #options: RelayingOptions;
  readonly #ledger: Ledger;
  /** Highest position by part that was handed to the brokers. */
  readonly #sent = new Map<number, number>();
  /** The topic was there when it was last needed. */
  #prepared = false;
  #comparing: Promise<void> | null = null;
  /** The brokers answer, but take no records. */
  #refused = false;

  constructor(options: RelayingOptions) {
    this.#options = options;
    const { pool: db, publisher, log, metrics } = options;
    this.#ledger = new Ledger({
      db,
      publisher,
      onReturn: (moves) => {
        const records = moves.reduce((sum, { from, to }) => sum + from.pos - to.pos, 0);
        const lost = moves.filter(
          ({ from, to }) => from.topic === to.topic && from.logId === to.logId,
        );
        metrics?.lost(lost.reduce((sum, { from, to }) => sum + from.pos - to.pos, 0));
        log.warn(
          { parts: moves.length, partsThatLostRecords: lost.length, records },
          "records are missing from the topic, publishing them again",
        );
      },
    });
  }

  /** After any failure the topic may be gone. */
  doubt(): void {
    this.#prepared = false;
  }

  async positions(parts: readonly number[]): Promise<ReadonlyMap<number, number>> {
    await this.#prepare();
    const positions = await this.#ledger.load(parts);
    this.#well();
    return positions;
  }

  /** Resolves when everything is acknowledged and written down. Whatever goes wrong, the records come again. */
  async publish(delivery: Delivery): Promise<void> {
    const { publisher, log } = this.#options;
    const records = delivery.batches.flatMap((batch) => batch.records);
    const startedAt = performance.now();
    if (delivery.isStale()) throw new Superseded([]);
    await failpoint("relay.before-publish");
    this.#countSent(records);
    this.#refused = true;
    const published = await publisher.publish(records);
    this.#refused = false;
    this.#options.metrics?.published(records.length);
    this.#well();
    await failpoint("relay.after-ack");
    await this.#ledger.acknowledge(delivery.batches, published);
    await failpoint("relay.after-position");
    const ms = Math.round(performance.now() - startedAt);
    log.debug({ records: records.length, parts: delivery.batches.length, ms }, "published");
  }

  /** Finds what the brokers lost while nothing was written. One comparison at a time; never rejects. */
  compare(consumer: RunningConsumer): Promise<void> {
    this.#comparing ??= this.#compare(consumer).finally(() => {
      this.#comparing = null;
    });
    return this.#comparing;
  }

  /** Resolves when no comparison is under way. */
  async settled(): Promise<void> {
    await this.#comparing;
  }

  async #compare(consumer: RunningConsumer): Promise<void> {
    try {
      await this.#prepare();
      const moved = await this.#ledger.compare(consumer.assignment());
      for (const [part, pos] of moved) consumer.seek(part, pos);
      this.#well();
    } catch (error) {
      if (error instanceof Superseded) return;
      this.doubt();
      this.#options.trouble.met(error);
    }
  }

  #countSent(records: readonly EventRecord[]): void {
    const again = records.filter(({ part, pos }) => pos <= (this.#sent.get(part) ?? 0));
    if (again.length > 0) this.#options.metrics?.resent(again.length);
    for (const { part, pos } of records) {
      this.#sent.set(part, Math.max(pos, this.#sent.get(part) ?? 0));
    }
  }

  #well(): void {
    if (!this.#refused) this.#options.trouble.over();
  }

  async #prepare(): Promise<void> {
    if (this.#prepared) return;
    await this.#options.publisher.prepare();
    this.#prepared = true;
  }
}
