import type { Queryable } from "@shipment-tracking/postgres";
import { Superseded } from "../errors.ts";
import {
  type ConsumerOptions,
  type Delivery,
  type PartBatch,
  partCount,
  type RunningConsumer,
} from "../port.ts";
import { backOffMs } from "./back-off.ts";
import { countBehind, type Fetched, fetchRecords } from "./fetch-records.ts";
import { MemberLoop } from "./member-loop.ts";
import { OwnedParts } from "./owned-parts.ts";
import { Pause } from "./pause.ts";

export interface ConsumerSettings {
  readonly db: Queryable;
  readonly pollMinMs: number;
  readonly pollMaxMs: number;
  readonly leaseMs: number;
  readonly exclusive: boolean;
  onAssignment(parts: readonly number[]): void;
}

const defaultMaxRecords = 1_000;
/** Stored (compressed) payload bytes per delivery: a few long `restated` lists must not fill the memory. */
const maxBytes = 8 * 1024 * 1024;

/** One member of a consumer: a loop that looks for records and delivers them, beside the loop of its membership. */
export class PostgresConsumer implements RunningConsumer {
  readonly #settings: ConsumerSettings;
  readonly #options: ConsumerOptions;
  readonly #owned = new OwnedParts();
  readonly #members: MemberLoop;
  /** Between two looks: ended by a wake. */
  readonly #idle = new Pause();
  /** After a failure: ended by nothing but a stop, or each new command would be another attempt. */
  readonly #retry = new Pause();
  #stopping = false;
  #firstPart = 0;
  /** The last look saw all parts, found nothing, and no position was set since: asking how much lies behind will do. */
  #quiet = false;
  #lastHeartbeatAt = Date.now();
  #loop: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | null = null;

  constructor(settings: ConsumerSettings, options: ConsumerOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#members = new MemberLoop({
      ...settings,
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
    this.#loop = this.#run();
  }

  assignment(): readonly number[] {
    return this.#owned.numbers();
  }

  lastHeartbeatAt(): number {
    return this.#lastHeartbeatAt;
  }

  seek(part: number, pos: number): void {
    this.#owned.seek(part, pos);
    this.#quiet = false;
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
    await this.#members.stop();
  }

  async #run(): Promise<void> {
    const { pollMinMs, pollMaxMs } = this.#settings;
    let idleMs = pollMinMs;
    let failures = 0;
    while (!this.#stopping) {
      try {
        const found = await this.#look();
        failures = 0;
        this.#lastHeartbeatAt = Date.now();
        if (!found) await this.#idle.sleep(idleMs);
        idleMs = found ? pollMinMs : Math.min(idleMs * 2, pollMaxMs);
      } catch (error) {
        failures += 1;
        this.#quiet = false;
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
    if (this.#quiet && (await countBehind(this.#settings.db, after)) === 0) return false;
    this.#quiet = after.size === this.#owned.size;
    const maxRecords = this.#options.maxRecords ?? defaultMaxRecords;
    const firstPart = this.#firstPart;
    const fetched = await fetchRecords(this.#settings.db, {
      after,
      maxRecords,
      maxBytes,
      firstPart,
    });
    this.#report(fetched);
    const batches = this.#batches(fetched);
    if (fetched.parts.length + fetched.damaged.length > 0) this.#quiet = false;
    if (batches.length === 0) return false;
    this.#firstPart = ((batches.at(-1)?.part ?? 0) + 1) % partCount;
    await this.#deliver(batches);
    return true;
  }

  async #askPositions(): Promise<void> {
    const parts = this.#owned.unpositioned();
    if (parts.length === 0) return;
    const asked = this.#owned.leases(parts);
    this.#owned.position(await this.#options.positions(parts), asked);
    this.#quiet = false;
  }

  #report(fetched: Fetched): void {
    for (const damage of fetched.damaged) {
      // looked at, and reported, again after the time of a lease
      this.#owned.block(damage.part, performance.now() + this.#settings.leaseMs);
      this.#options.onError?.(damage);
    }
  }

  /** What is still ours: parts may have been lost, given back or sought while the statement ran. */
  #batches(fetched: Fetched): readonly PartBatch[] {
    if (this.#stopping || this.#isSilent()) return [];
    return fetched.parts.flatMap(({ part, afterPos, records }) => {
      const epoch = this.#owned.deliverable(part, afterPos);
      return epoch === null ? [] : [{ part, epoch, records }];
    });
  }

  async #deliver(batches: readonly PartBatch[]): Promise<void> {
    this.#owned.begin(batches);
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
