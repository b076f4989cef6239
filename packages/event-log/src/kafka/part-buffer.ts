import type { EventRecord } from "@shipment-tracking/contracts";
import type { Decoded } from "./record-codec.ts";

interface Entry {
  readonly pos: number;
  /** Null: it has to be read from the table. */
  readonly record: EventRecord | null;
  readonly bytes: number;
}

export interface BufferLimits {
  readonly records: number;
  readonly bytes: number;
}

/** What the front of the buffer offers to a consumer that is at a position. */
export type Offer =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "records";
      readonly records: readonly EventRecord[];
      readonly bytes: number;
    }
  /** The records after the position up to and including `upTo` are not here: the table has them. */
  | { readonly kind: "gap"; readonly upTo: number };

/** The records of one part that have arrived and are not applied yet, ascending; they stay until the consumer's position has passed them. */
export class PartBuffer {
  #entries: Entry[] = [];
  /** Every record above this one and up to `#last` that has arrived is still here. */
  #floor: number;
  /** Highest position that has arrived. */
  #last: number;
  #bytes = 0;
  /** Highest position that has arrived since `expectNothing`, stale ones included. */
  #newest = 0;

  constructor(pos: number) {
    this.#floor = pos;
    this.#last = pos;
  }

  /** Where the consumer is. */
  get position(): number {
    return this.#floor;
  }

  get last(): number {
    return this.#last;
  }

  get newest(): number {
    return this.#newest;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** What is at the next place of the topic. True if that is news: not a repetition of what has arrived before. */
  push(arrived: Exclude<Decoded, { readonly kind: "stranger" }>, bytes: number): boolean {
    const record = arrived.kind === "record" ? arrived.record : null;
    const pos = arrived.kind === "record" ? arrived.record.pos : arrived.pos;
    this.#newest = Math.max(this.#newest, pos);
    if (pos <= this.#last) return false;
    this.#entries.push({ pos, record, bytes });
    this.#last = pos;
    this.#bytes += bytes;
    return true;
  }

  isFull(limits: BufferLimits): boolean {
    return this.#entries.length >= limits.records || this.#bytes >= limits.bytes;
  }

  isHalfEmpty(limits: BufferLimits): boolean {
    return this.#entries.length <= limits.records / 2 && this.#bytes <= limits.bytes / 2;
  }

  /** The consumer is at `pos`. False when it went back behind what is still here: the part must be read again from there. */
  advance(pos: number): boolean {
    if (pos < this.#floor) return false;
    let passed = 0;
    for (const entry of this.#entries) {
      if (entry.pos > pos) break;
      passed += 1;
      this.#bytes -= entry.bytes;
    }
    if (passed > 0) this.#entries = this.#entries.slice(passed);
    this.#floor = pos;
    this.#last = Math.max(this.#last, pos);
    return true;
  }

  /** Records behind `pos`, where the consumer is since the last `advance`: one at least, as many as the limits allow. */
  offer(pos: number, limits: BufferLimits): Offer {
    const [front] = this.#entries;
    if (front === undefined) return { kind: "nothing" };
    if (front.pos > pos + 1) return { kind: "gap", upTo: front.pos - 1 };
    if (front.record === null) return { kind: "gap", upTo: front.pos };
    const records: EventRecord[] = [];
    let bytesLeft = limits.bytes;
    for (const { record, bytes } of this.#entries) {
      if (record?.pos !== pos + records.length + 1) break;
      if (records.length > 0 && (records.length >= limits.records || bytes > bytesLeft)) break;
      records.push(record);
      bytesLeft -= bytes;
    }
    return { kind: "records", records, bytes: limits.bytes - bytesLeft };
  }

  /** Drops everything: the log has no such records. What arrives from now on counts behind `pos`. */
  clear(pos: number): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#floor = pos;
    this.#last = pos;
  }

  /** From now on `newest` tells of what is still to come. */
  expectNothing(): void {
    this.#newest = 0;
  }
}
