import type { PartBatch } from "../port.ts";

export interface Lease {
  readonly part: number;
  readonly epoch: number;
}

interface OwnedPart {
  readonly epoch: number;
  /** Position of the last record handled; null: to be asked for. */
  pos: number | null;
  /** To be given back: nothing of it is delivered any more. */
  leaving: boolean;
  /** Moved by `seek` since the delivery at hand began. */
  sought: boolean;
  /** Not looked at before this time (`performance.now()`): its log is damaged. */
  blockedUntil: number;
}

/** This member's parts as of its last look at the leases, with its position in each. */
export class OwnedParts {
  readonly #parts = new Map<number, OwnedPart>();
  #delivering: ReadonlySet<number> = new Set();

  get size(): number {
    return this.#parts.size;
  }

  numbers(): readonly number[] {
    return [...this.#parts.keys()].toSorted((a, b) => a - b);
  }

  /** Takes over what the table says; a part whose epoch moved was someone else's in between and starts anew. True if changed. */
  replace(leases: readonly Lease[]): boolean {
    const epochs = new Map(leases.map((lease) => [lease.part, lease.epoch]));
    let changed = false;
    for (const [part, owned] of this.#parts) {
      if (epochs.get(part) === owned.epoch) continue;
      this.#parts.delete(part);
      changed = true;
    }
    const sizeBefore = this.#parts.size;
    this.add(leases);
    return changed || this.#parts.size > sizeBefore;
  }

  /** Adds new leases, whose positions are then asked for. */
  add(leases: readonly Lease[]): void {
    for (const { part, epoch } of leases) {
      if (this.#parts.has(part)) continue;
      this.#parts.set(part, { epoch, pos: null, leaving: false, sought: false, blockedUntil: 0 });
    }
  }

  drop(parts: readonly number[]): void {
    for (const part of parts) this.#parts.delete(part);
  }

  /** Marks `count` parts as leaving and returns those that can be given back at once, being in no delivery. */
  leave(count: number): readonly number[] {
    const going = this.numbers().toReversed().slice(0, count);
    for (const [part, owned] of this.#parts) owned.leaving = going.includes(part);
    return going.filter((part) => !this.#delivering.has(part));
  }

  hasLeaving(): boolean {
    return [...this.#parts.values()].some((owned) => owned.leaving);
  }

  /** Parts whose position has to be asked for. */
  unpositioned(): readonly number[] {
    return this.numbers().filter((part) => this.#parts.get(part)?.pos === null);
  }

  /** Positions of the parts to look at now. */
  wanted(now: number): ReadonlyMap<number, number> {
    const wanted = new Map<number, number>();
    for (const [part, { pos, leaving, blockedUntil }] of this.#parts) {
      if (pos !== null && !leaving && blockedUntil <= now) wanted.set(part, pos);
    }
    return wanted;
  }

  /** The epoch of a part that is at `pos` and may be delivered, null when it moved, leaves or was lost. */
  deliverable(part: number, pos: number): number | null {
    const owned = this.#parts.get(part);
    return owned === undefined || owned.leaving || owned.pos !== pos ? null : owned.epoch;
  }

  block(part: number, until: number): void {
    const owned = this.#parts.get(part);
    if (owned !== undefined) owned.blockedUntil = until;
  }

  /** Sets a position; parts of other members are ignored. */
  seek(part: number, pos: number): void {
    const owned = this.#parts.get(part);
    if (owned === undefined) return;
    owned.pos = pos;
    owned.sought = true;
    owned.blockedUntil = 0;
  }

  /** Positions answered by the consumer; a part that was lost or sought meanwhile keeps what it has. */
  position(positions: ReadonlyMap<number, number>, asked: readonly Lease[]): void {
    for (const { part, epoch } of asked) {
      const owned = this.#parts.get(part);
      if (owned?.epoch === epoch && owned.pos === null) owned.pos = positions.get(part) ?? 0;
    }
  }

  leases(parts: readonly number[]): readonly Lease[] {
    return parts.flatMap((part) => {
      const owned = this.#parts.get(part);
      return owned === undefined ? [] : [{ part, epoch: owned.epoch }];
    });
  }

  /** Forgets all positions: they are asked for again. */
  forgetPositions(): void {
    for (const owned of this.#parts.values()) owned.pos = null;
  }

  begin(batches: readonly PartBatch[]): void {
    this.#delivering = new Set(batches.map((batch) => batch.part));
    for (const owned of this.#parts.values()) owned.sought = false;
  }

  /** Ends the delivery and, when it was handled, moves the positions of the parts that were not sought or lost meanwhile. */
  end(batches: readonly PartBatch[], outcome: "handled" | "failed"): void {
    this.#delivering = new Set();
    if (outcome === "failed") return this.forgetPositions();
    for (const { part, epoch, records } of batches) {
      const owned = this.#parts.get(part);
      const last = records.at(-1);
      if (owned?.epoch === epoch && !owned.sought && last !== undefined) owned.pos = last.pos;
    }
  }

  /** Parts of a delivery that this member no longer owns at the batch's epoch. */
  lost(batches: readonly PartBatch[]): readonly number[] {
    return batches
      .filter((batch) => this.#parts.get(batch.part)?.epoch !== batch.epoch)
      .map((batch) => batch.part);
  }
}
