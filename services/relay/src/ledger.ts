import {
  type PartBatch,
  type Published,
  readLogIdentity,
  Superseded,
} from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { insertRelayPositions } from "./positions/insert-relay-positions.ts";
import { type Move, moveRelayPositions } from "./positions/move-relay-positions.ts";
import { readRelayPositions } from "./positions/read-relay-positions.ts";
import {
  afterAcknowledgement,
  type RelayPosition,
  whereToGoOn,
} from "./positions/relay-position.ts";
import type { Publisher } from "./publisher.ts";

export interface LedgerOptions {
  readonly db: Queryable;
  readonly publisher: Publisher;
  /** Parts go back: their records are not in the topic any more, or it is another one, or the log is. */
  onReturn(moves: readonly Move[]): void;
}

/** What this relay knows of its parts' rows in `write.relay_positions`. Every change is a compare-and-set from what it knows. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #known = new Map<number, RelayPosition>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Reads the rows and compares them with the topic. Returns the positions to go on from. */
  async load(parts: readonly number[]): Promise<ReadonlyMap<number, number>> {
    for (const position of await this.#rows(parts)) this.#known.set(position.part, position);
    await this.compare(parts);
    return new Map(parts.map((part) => [part, this.#known.get(part)?.pos ?? 0]));
  }

  /**
   * Moves back those of the parts whose records the brokers have lost, or whose topic or log is another one now. Returns the
   * positions of the parts that moved. Throws `Superseded` when somebody else changed a row.
   */
  async compare(parts: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { db, publisher } = this.#options;
    // before the ends: what is acknowledged by then must lie below them
    const known = parts.flatMap((part) => this.#known.get(part) ?? []);
    const logId = await readLogIdentity(db);
    const ends = await publisher.ends();
    const moves = known.flatMap((from): readonly Move[] => {
      const to = whereToGoOn(from, {
        topic: publisher.topic,
        logId,
        end: ends.get(from.part) ?? 0,
      });
      return to === from ? [] : [{ from, to }];
    });
    await this.#move(moves, { published: false });
    return new Map(moves.map(({ to }) => [to.part, to.pos]));
  }

  /** Writes down what was acknowledged. Throws `Superseded` for parts that have to be loaded again before they go on. */
  async acknowledge(batches: readonly PartBatch[], published: Published): Promise<void> {
    const moves = batches.flatMap(({ part, epoch, records }): readonly Move[] => {
      const from = this.#known.get(part);
      const offsets = published.get(part);
      const pos = records.at(-1)?.pos;
      if (from === undefined || offsets === undefined || pos === undefined) return [];
      return [
        {
          from,
          to: afterAcknowledgement(from, { pos, epoch, records: records.length, ...offsets }),
        },
      ];
    });
    await this.#move(moves, { published: true });
    const back = moves.filter(({ from, to }) => to.pos < from.pos).map(({ from }) => from.part);
    if (moves.length < batches.length || back.length > 0) throw new Superseded(back);
  }

  async #rows(parts: readonly number[]): Promise<readonly RelayPosition[]> {
    const { db, publisher } = this.#options;
    const found = await readRelayPositions(db, parts);
    if (found.length === parts.length) return found;
    const logId = await readLogIdentity(db);
    await insertRelayPositions(db, { parts, topic: publisher.topic, logId });
    return readRelayPositions(db, parts);
  }

  async #move(moves: readonly Move[], options: { readonly published: boolean }): Promise<void> {
    if (moves.length === 0) return;
    const moved = new Set(await moveRelayPositions(this.#options.db, moves, options));
    const made = moves.filter(({ from }) => moved.has(from.part));
    for (const { to } of made) this.#known.set(to.part, to);
    const returns = made.filter(({ from, to }) => to.pos < from.pos);
    if (returns.length > 0) this.#options.onReturn(returns);
    const others = moves.map(({ from }) => from.part).filter((part) => !moved.has(part));
    if (others.length > 0) throw new Superseded(others);
  }
}
