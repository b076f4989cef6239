import { randomUUID } from "node:crypto";
import type { Queryable } from "@shipment-tracking/postgres";
import { Superseded } from "../errors.ts";
import {
  type ConsumerOptions,
  type Delivery,
  type PartBatch,
  partCount,
  type RecordSource,
  type RunningConsumer,
} from "../port.ts";
import { backOffMs } from "./back-off.ts";
import type { LogReader, ReadPart, ReadResult } from "./log-reader.ts";
import { MemberLoop } from "./member-loop.ts";
import { OwnedParts } from "./owned-parts.ts";
import { Pause } from "./pause.ts";

export interface ConsumerSettings {
  /** The log's database, which holds the leases whatever the records come from. */
  readonly db: Queryable;
  readonly leaseMs: number;
  readonly exclusive: boolean;
  /** Where the records come from: a reader for this consumer alone. */
  createReader(memberId: string): LogReader;
  onAssignment(parts: readonly number[]): void;
}

interface Found {
  readonly batches: readonly PartBatch[];
  /** Number of records by where they came from. */
  readonly counts: Readonly<Record<RecordSource, number>>;
}

const defaultMaxRecords = 1_000;

/** One member of a consumer: a loop that looks for records and delivers them, beside the loop of its membership. */
export class Consumer implements RunningConsumer {
  readonly #settings: ConsumerSettings;
  readonly #options: ConsumerOptions;
  readonly #owned = new OwnedParts();
  readonly #reader: LogReader;
  readonly #members: MemberLoop;
  /** Between two looks: ended by a wake. */
  readonly #idle = new Pause();
  /** After a failure: ended by nothing but a stop, or each new command would be another attempt. */
  readonly #retry = new Pause();
  #stopping = false;
  #delivered: Readonly<Record<RecordSource, number>> = { postgres: 0, kafka: 0 };
  #firstPart = 0;
  #lastHeartbeatAt = Date.now();
  #loop: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | null = null;

  constructor(settings: ConsumerSettings, options: ConsumerOptions) {
    this.#settings = settings;
    this.#options = options;
    const memberId = randomUUID();
    this.#reader = settings.createReader(memberId);
    this.#members = new MemberLoop({
      ...settings,
      memberId,
      consumer: options.consumer,
      owned: this.#owned,
      onChange: () => {
        settings.onAssignment(this.#owned.numbers());
        this.#idle.wake();
      },
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#members.start();
    this.#reader.start(() => {
      this.#idle.wake();
    });
    this.#loop = this.#run();
  }

  assignment(): readonly number[] {
    return this.#owned.numbers();
  }

  lastHeartbeatAt(): number {
    return this.#lastHeartbeatAt;
  }

  source(): RecordSource {
    return this.#reader.source();
  }

  delivered(): Readonly<Record<RecordSource, number>> {
    return this.#delivered;
  }

  seek(part: number, pos: number): void {
    this.#owned.seek(part, pos);
    this.#reader.moved();
    this.#idle.wake();
  }

  wake(): void {
    this.#idle.wake();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping = true;
    this.#idle.wake();
    this.#retry.wake();
    await this.#loop;
    await Promise.all([this.#members.stop(), this.#reader.stop()]);
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      try {
        const found = await this.#look();
        failures = 0;
        this.#lastHeartbeatAt = Date.now();
        const waitMs = this.#reader.waitMs(found);
        if (!found) await this.#idle.sleep(waitMs);
      } catch (error) {
        failures += 1;
        this.#reader.moved();
        this.#lastHeartbeatAt = Date.now();
        await this.#recover(error, failures);
      }
    }
  }

  /** A delivery that lost its parts is no failure, but the leases must be looked at before the next one. */
  async #recover(error: unknown, failures: number): Promise<void> {
    if (error instanceof Superseded) await this.#roundOrReport();
    else this.#options.onError?.(error);
    if (!this.#stopping) await this.#retry.sleep(backOffMs(failures, Math.random()));
  }

  /** One look at the log, with the delivery of what it finds. False: nothing to do. */
  async #look(): Promise<boolean> {
    await this.#askPositions();
    const after = this.#owned.wanted(performance.now());
    if (after.size === 0) return false;
    const result = await this.#reader.read({
      after,
      complete: after.size === this.#owned.size,
      maxRecords: this.#options.maxRecords ?? defaultMaxRecords,
      firstPart: this.#firstPart,
    });
    if (result.isReplaced === true) {
      this.#owned.forgetPositions();
      return true;
    }
    this.#report(result);
    const found = this.#deliverable(result.parts);
    const last = found.batches.at(-1);
    if (last === undefined) return false;
    this.#firstPart = (last.part + 1) % partCount;
    await this.#deliver(found);
    return true;
  }

  async #askPositions(): Promise<void> {
    const parts = this.#owned.unpositioned();
    if (parts.length === 0) return;
    const asked = this.#owned.leases(parts);
    this.#owned.position(await this.#options.positions(parts), asked);
    this.#reader.moved();
  }

  #report({ damaged }: ReadResult): void {
    for (const damage of damaged) {
      // looked at, and reported, again after the time of a lease
      this.#owned.block(damage.part, performance.now() + this.#settings.leaseMs);
      this.#options.onError?.(damage);
    }
  }

  /** What is still ours: parts may have been lost, given back or sought during the look. */
  #deliverable(parts: readonly ReadPart[]): Found {
    const batches: PartBatch[] = [];
    const counts = { postgres: 0, kafka: 0 };
    if (this.#stopping || this.#isSilent()) return { batches, counts };
    for (const { part, afterPos, records, from } of parts) {
      const epoch = this.#owned.deliverable(part, afterPos);
      if (epoch === null) continue;
      batches.push({ part, epoch, records });
      counts[from] += records.length;
    }
    return { batches, counts };
  }

  async #deliver({ batches, counts }: Found): Promise<void> {
    this.#owned.begin(batches);
    this.#delivered = {
      postgres: this.#delivered.postgres + counts.postgres,
      kafka: this.#delivered.kafka + counts.kafka,
    };
    try {
      await this.#options.handle(this.#delivery(batches));
      this.#owned.end(batches, "handled");
    } catch (error) {
      this.#owned.end(batches, "failed");
      throw error;
    } finally {
      if (this.#owned.hasLeaving()) this.#members.soon();
    }
  }

  #delivery(batches: readonly PartBatch[]): Delivery {
    const isStale = () => this.#isSilent() || this.#owned.lost(batches).length > 0;
    const heartbeat = async () => {
      this.#lastHeartbeatAt = Date.now();
      if (this.#members.silentMs() > this.#settings.leaseMs / 10) await this.#roundOrReport();
      if (isStale()) throw new Superseded(this.#owned.lost(batches));
    };
    return { batches, isStale, heartbeat };
  }

  async #roundOrReport(): Promise<void> {
    try {
      await this.#members.round();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #isSilent(): boolean {
    return this.#members.silentMs() > this.#settings.leaseMs;
  }
}
