import type { Queryable } from "@shipment-tracking/postgres";
import {
  type LogReader,
  nothingRead,
  type ReadPart,
  type ReadRequest,
  type ReadResult,
} from "../consumer/log-reader.ts";
import { type LogNews, relaxedMs } from "../news/log-news.ts";
import { partCount, type RecordSource } from "../port.ts";
import type { TableReader } from "../postgres/table-reader.ts";
import { readHeads } from "../read.ts";
import type { RateLimitedLog } from "./kafka-log.ts";
import { SilenceWatch } from "./silence-watch.ts";
import type { Tail } from "./tail.ts";

export interface KafkaReaderOptions {
  /** The log's database. */
  readonly db: Queryable;
  /** How the topic is followed; `onArrival` is to be called when something has come. */
  createTail(onArrival: () => void): Tail;
  readonly table: TableReader;
  readonly silenceMs: number;
  readonly news: LogNews;
  readonly log: RateLimitedLog;
}

/** Positions of parts, by where their next records are to be found. */
interface Sorted {
  /** The topic has brought them. */
  readonly ready: ReadonlyMap<number, number>;
  /** In the table: the topic is silent or leaves records out. */
  readonly table: ReadonlyMap<number, number>;
  /** Of these, those that the topic leaves out, with the last position of the gap. */
  readonly gaps: ReadonlyMap<number, number>;
}

const maxBytes = 8 * 1024 * 1024;
/** A topic that brings what the table brought this long ago has caught up, however fast the log grows. */
const catchUpMs = 250;
/** Nobody has to know of a fall-back that is over by then. */
const shortMs = 3_000;

/** Where a part was, and when. */
interface Mark {
  readonly pos: number;
  readonly at: number;
}

/**
 * Reads the topic, and the table where the topic cannot be relied on: while no broker answers, for parts whose log has news
 * that the topic does not bring, and for records that it leaves out. The table is the truth; the topic brings it sooner and
 * to many readers.
 */
export class KafkaReader implements LogReader {
  readonly #options: KafkaReaderOptions;
  readonly #watcher: SilenceWatch;
  #tail: Tail | null = null;
  /** Parts that are read from the table until what arrives from the topic has caught up with them: has come to the mark. */
  readonly #silent = new Map<number, Mark>();
  /** The look to come follows a wait that was long because announcements get through, and so far nothing was announced. */
  #isUnannounced = false;
  #endNews: () => void = () => undefined;
  #tableHadTurn = false;
  #tableParts = "";
  #source: RecordSource = "postgres";
  /** When the table had to do again. */
  #fellBackAt = 0;
  #toldSource: RecordSource = "postgres";

  constructor(options: KafkaReaderOptions) {
    this.#options = options;
    this.#watcher = new SilenceWatch(options.db, options.silenceMs);
  }

  /** Kafka when every part is read from it. */
  source(): RecordSource {
    return this.#source;
  }

  start(wake: () => void): void {
    this.#tail = this.#options.createTail(wake);
    this.#tail.start();
    this.#endNews = this.#options.news.subscribe(() => {
      const isRelaxed = this.#isUnannounced;
      this.#isUnannounced = false;
      this.#watcher.announced();
      this.#options.table.heard();
      // the topic brings it; but the time until it is late begins now
      if (isRelaxed) this.#watcher.postpone();
      if (this.#tableParts !== "" || isRelaxed) wake();
    });
  }

  moved(): void {
    this.#isUnannounced = false;
    this.#watcher.moved();
    this.#options.table.moved();
  }

  async read({ after, maxRecords, firstPart }: ReadRequest): Promise<ReadResult> {
    const tail = this.#tail;
    if (tail === null) return nothingRead;
    tail.follow(after);
    this.#listen(tail, after);
    if (await this.#watch(tail, after)) return { ...nothingRead, isReplaced: true };
    const sorted = this.#sort(tail, after);
    this.#tellSource(sorted);
    const tableBudget = this.#tableBudget(sorted, maxRecords);
    const fromTable = await this.#readTable(sorted, { maxRecords: tableBudget, firstPart });
    await this.#dropUnknown(tail, sorted, fromTable);
    this.#noteLosses(tail, sorted, fromTable);
    const taken = fromTable.parts.reduce((sum, { records }) => sum + records.length, 0);
    const inTurn = byTurn(firstPart);
    const ready = [...sorted.ready].toSorted(([a], [b]) => inTurn(a, b));
    const fromTopic = readTopic(tail, ready, maxRecords - taken);
    const parts = [...fromTable.parts, ...fromTopic].toSorted((a, b) => inTurn(a.part, b.part));
    return { parts, damaged: fromTable.damaged };
  }

  waitMs(found: boolean): number {
    const { table, news } = this.#options;
    const tableMs = table.waitMs(found);
    if (found) return 0;
    if (this.#tableParts !== "") return tableMs;
    this.#isUnannounced = news.isReliable() && this.#watcher.isCalm();
    return this.#isUnannounced
      ? Math.max(relaxedMs, this.#watcher.intervalMs)
      : this.#watcher.intervalMs;
  }

  async stop(): Promise<void> {
    this.#endNews();
    await this.#tail?.stop();
  }

  /** A silent part that the topic has caught up with is read from it again. */
  #listen(tail: Tail, after: ReadonlyMap<number, number>): void {
    const now = performance.now();
    for (const [part, mark] of this.#silent) {
      const pos = after.get(part);
      const newest = tail.buffer(part)?.newest ?? 0;
      if (pos === undefined || (newest > 0 && newest >= mark.pos)) this.#silent.delete(part);
      else if (pos < mark.pos || now - mark.at > catchUpMs)
        this.#silent.set(part, { pos, at: now });
    }
  }

  #silence(tail: Tail, part: number, pos: number): void {
    tail.buffer(part)?.expectNothing();
    this.#silent.set(part, { pos, at: performance.now() });
  }

  /** Parts of which the table alone had news while no broker answered wait for no topic that may have to be filled first. */
  #noteLosses(tail: Tail, { gaps }: Sorted, { parts }: ReadResult): void {
    if (this.#isListening(tail)) return;
    for (const { part, afterPos, records } of parts)
      if (!gaps.has(part) && !this.#silent.has(part))
        this.#silence(tail, part, afterPos + records.length);
  }

  #isListening(tail: Tail): boolean {
    return tail.isListening(this.#options.silenceMs * 1.5);
  }

  /** True when the log is another one now. */
  async #watch(tail: Tail, after: ReadonlyMap<number, number>): Promise<boolean> {
    const heard = new Map<number, number>();
    for (const [part, pos] of after)
      if (!this.#silent.has(part) && tail.buffer(part)?.size === 0) heard.set(part, pos);
    const look = await this.#watcher.look(heard);
    if (look === null) return false;
    if (look.hasNews && this.#isUnannounced) this.#options.news.missed();
    for (const part of look.silent) {
      // it may have arrived while the database was asked
      if (tail.buffer(part)?.size !== 0) continue;
      this.#silence(tail, part, heard.get(part) ?? 0);
    }
    return tail.identify(look.logIdentity);
  }

  #sort(tail: Tail, after: ReadonlyMap<number, number>): Sorted {
    const isListening = this.#isListening(tail);
    const ready = new Map<number, number>();
    const table = new Map<number, number>();
    const gaps = new Map<number, number>();
    for (const [part, pos] of after) {
      const offer = tail.buffer(part)?.offer(pos, { records: 1, bytes: 0 }) ?? nothing;
      if (offer.kind === "records") ready.set(part, pos);
      else if (offer.kind === "gap") gaps.set(part, offer.upTo);
      if (offer.kind === "gap" || (offer.kind === "nothing" && !isListening)) table.set(part, pos);
      else if (offer.kind === "nothing" && this.#silent.has(part)) table.set(part, pos);
    }
    return { ready, table, gaps };
  }

  #tellSource({ table, gaps }: Sorted): void {
    const source = table.size > gaps.size || this.#tail === null ? "postgres" : "kafka";
    if (source === "postgres" && this.#source === "kafka") this.#fellBackAt = performance.now();
    this.#source = source;
    const isShort = source === "postgres" && performance.now() - this.#fellBackAt < shortMs;
    if (source === this.#toldSource || isShort) return;
    this.#toldSource = source;
    const { log } = this.#options;
    if (source === "kafka") log.info("the records come from Kafka");
    else log.warn("Kafka is silent, the records come from the table", { parts: table.size });
  }

  /** The parts share a look evenly; where only one record is allowed, table and topic take turns. */
  #tableBudget({ ready, table }: Sorted, maxRecords: number): number {
    if (ready.size === 0 || table.size === 0) return table.size === 0 ? 0 : maxRecords;
    this.#tableHadTurn = !this.#tableHadTurn;
    if (maxRecords === 1) return this.#tableHadTurn ? 1 : 0;
    const share = Math.round((maxRecords * table.size) / (table.size + ready.size));
    return Math.min(Math.max(share, 1), maxRecords - 1);
  }

  async #readTable(
    { table, gaps }: Sorted,
    turn: Pick<ReadRequest, "maxRecords" | "firstPart">,
  ): Promise<ReadResult> {
    const parts = [...table.keys()].join();
    if (parts !== this.#tableParts || gaps.size > 0) this.#options.table.moved();
    this.#tableParts = parts;
    if (turn.maxRecords === 0) return nothingRead;
    const complete = gaps.size === 0;
    const result = await this.#options.table.read({ after: table, complete, ...turn });
    return { ...result, parts: result.parts.map((part) => upTo(part, gaps.get(part.part))) };
  }

  /** What claims to be behind a gap that the log does not have is no record of the log. */
  async #dropUnknown(tail: Tail, { table, gaps }: Sorted, read: ReadResult): Promise<void> {
    const answered = new Set([...read.parts, ...read.damaged].map(({ part }) => part));
    const unanswered = [...gaps.keys()].filter((part) => !answered.has(part));
    if (unanswered.length === 0) return;
    const heads = await readHeads(this.#options.db);
    for (const part of unanswered) {
      const pos = table.get(part) ?? 0;
      if ((heads.get(part) ?? 0) > pos) continue;
      this.#options.log.warn("A message of the topic is ahead of the log and ignored", {
        part,
        pos,
      });
      tail.buffer(part)?.clear(pos);
    }
  }
}

/** Each part has an even share; what one leaves is for the next look. */
function readTopic(
  tail: Tail,
  ready: readonly (readonly [number, number])[],
  maxRecords: number,
): readonly ReadPart[] {
  const parts: ReadPart[] = [];
  const share = Math.max(Math.floor(maxRecords / ready.length), 1);
  let recordsLeft = maxRecords;
  let bytesLeft = maxBytes;
  for (const [part, afterPos] of ready) {
    if (recordsLeft <= 0 || bytesLeft <= 0) break;
    const limits = { records: Math.min(share, recordsLeft), bytes: bytesLeft };
    const offer = tail.buffer(part)?.offer(afterPos, limits) ?? nothing;
    if (offer.kind !== "records") continue;
    parts.push({ part, afterPos, records: offer.records, from: "kafka" });
    recordsLeft -= offer.records.length;
    bytesLeft -= offer.bytes;
  }
  return parts;
}

const nothing = { kind: "nothing" } as const;

function upTo(read: ReadPart, last: number | undefined): ReadPart {
  if (last === undefined) return read;
  return { ...read, records: read.records.filter(({ pos }) => pos <= last) };
}

function byTurn(firstPart: number): (a: number, b: number) => number {
  const turn = (part: number) => (part - firstPart + partCount) % partCount;
  return (a, b) => turn(a) - turn(b);
}
