import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { vi } from "vitest";
import type { StreamAppend } from "./append.ts";
import { Superseded } from "./errors.ts";
import { newEvent, streamOf, tenantId } from "./new-streams.contract.ts";
import type {
  ConsumerOptions,
  Delivery,
  EventLogEngine,
  PartBatch,
  RunningConsumer,
} from "./port.ts";

/** What an engine must bring to be put under the contract. Each test makes one, and drops it. */
export interface EngineHarness {
  /** A pool of the database that holds the consumer's tables. */
  readonly pool: Pool;
  /** Whether a look at the log sees all that was appended before, in every part. */
  readonly seesAllAtOnce: boolean;
  /** How long a killed member's parts may stay with it, in ms. */
  readonly leaseMs: number;
  /** An engine of its own, as another process would have it. */
  member(): Promise<TestMember>;
  /** Appends the events and sees to it that the engine's log gets them. */
  append(streams: readonly StreamAppend[]): Promise<void>;
  /** Kills what still runs. */
  drop(): Promise<void>;
}

export interface TestMember {
  readonly engine: EventLogEngine;
  /** Like SIGKILL: gives nothing back and shows no sign of life any more. */
  kill(): Promise<void>;
}

interface Effect {
  readonly part: number;
  readonly pos: number;
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
  readonly member: string;
}

interface EffectRow {
  readonly part: number;
  readonly pos: number;
  readonly stream_id: string;
  readonly version: number;
  readonly event_id: string;
  readonly member: string;
}

/** A consumer as it should be: effects and positions in one transaction, positions by compare-and-set and fenced by epoch. */
export class ConsumerTables {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async create(): Promise<void> {
    await this.#pool.query({
      text: `
        create table public.positions as
        select part, 0::bigint as pos, 0::bigint as epoch
        from generate_series(0, 63) as parts (part)`,
    });
    await this.#pool.query({
      text: `
        create table public.effects (
          part int, pos bigint, stream_id uuid, version int, event_id uuid unique, member text, primary key (part, pos)
        )`,
    });
  }

  async positions(parts: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.#pool.query<{ part: number; pos: number }>({
      text: "select positions.part, positions.pos from public.positions where positions.part = any ($1)",
      values: [parts],
    });
    return new Map(rows.map((row) => [row.part, row.pos]));
  }

  /** Throws `Superseded` when another member has committed in between or owns the part. `before` runs ahead of the commit. */
  async commit(
    delivery: Delivery,
    options: { readonly member?: string; before?(): Promise<void> } = {},
  ): Promise<void> {
    await inTransaction(this.#pool, async (tx) => {
      for (const batch of delivery.batches) {
        await advance(tx, batch);
        await insertEffects(tx, batch, options.member ?? "only");
      }
      await options.before?.();
    });
  }

  /** As if the part had been applied up to `pos` only. */
  async rewind(part: number, pos: number): Promise<void> {
    await this.#pool.query({
      text: "delete from public.effects where effects.part = $1 and effects.pos > $2",
      values: [part, pos],
    });
    await this.#pool.query({
      text: "update public.positions set pos = $2 where part = $1",
      values: [part, pos],
    });
  }

  async effects(): Promise<readonly Effect[]> {
    const { rows } = await this.#pool.query<EffectRow>({
      text: `
        select effects.part, effects.pos, effects.stream_id, effects.version, effects.event_id, effects.member
        from public.effects
        order by effects.part, effects.pos`,
    });
    return rows.map(({ stream_id: streamId, event_id: eventId, ...row }) => ({
      ...row,
      streamId,
      eventId,
    }));
  }

  async epochs(): Promise<readonly number[]> {
    const { rows } = await this.#pool.query<{ epoch: number }>({
      text: "select positions.epoch from public.positions order by positions.part",
    });
    return rows.map((row) => row.epoch);
  }
}

async function advance(tx: Queryable, batch: PartBatch): Promise<void> {
  const result = await tx.query({
    text: `
      update public.positions
      set pos = $3, epoch = $4
      where part = $1
        and pos = $2
        and epoch <= $4`,
    values: [batch.part, (batch.records[0]?.pos ?? 0) - 1, batch.records.at(-1)?.pos, batch.epoch],
  });
  if (result.rowCount !== 1) throw new Superseded([batch.part]);
}

async function insertEffects(tx: Queryable, batch: PartBatch, member: string): Promise<void> {
  await tx.query({
    text: `
      insert into public.effects (part, pos, stream_id, version, event_id, member)
      select $1, records.pos, records.stream_id, records.version, records.id, $6
      from unnest($2::bigint[], $3::uuid[], $4::int[], $5::uuid[]) as records (pos, stream_id, version, id)`,
    values: [
      batch.part,
      batch.records.map((record) => record.pos),
      batch.records.map((record) => record.streamId),
      batch.records.map((record) => record.version),
      batch.records.map((record) => record.id),
      member,
    ],
  });
}

/** A member whose handler commits; everything can be overridden. */
export async function consumeInto(
  tables: ConsumerTables,
  engine: EventLogEngine,
  overrides: Partial<ConsumerOptions> = {},
): Promise<RunningConsumer> {
  return await engine.consume({
    consumer: "contract",
    handle: (delivery) => tables.commit(delivery),
    positions: (parts) => tables.positions(parts),
    ...overrides,
  });
}

/** One event for each of the streams. */
export function oneEach(streamIds: readonly string[]): readonly StreamAppend[] {
  return streamIds.map((streamId) => streamOf(streamId));
}

/** A stream's single event with a payload of one's own. */
export function eventOf(streamId: string, data: unknown): StreamAppend {
  return { tenantId, streamId, expectedVersion: 0, events: [newEvent(data)] };
}

/** A promise that the test settles: a door the handler waits at. */
export class Gate {
  readonly opened: Promise<void>;
  readonly reached: Promise<void>;
  #isOpen = false;
  #open: () => void = () => undefined;
  #reach: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
  }

  /** The handler's side: shows that it has come and waits. */
  pass(): Promise<void> {
    this.#reach();
    return this.opened;
  }

  /** As `pass`, but busy: calls `meanwhile` over and over until the door opens. */
  async passWith(meanwhile: () => Promise<void>): Promise<void> {
    this.#reach();
    while (!this.#isOpen) {
      await meanwhile();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  open(): void {
    this.#isOpen = true;
    this.#open();
  }
}

/** Waits for a condition over many loops of an engine. */
export function eventually(check: () => void | Promise<void>, timeout = 10_000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
