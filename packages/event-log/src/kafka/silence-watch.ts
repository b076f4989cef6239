import type { Queryable } from "@shipment-tracking/postgres";
import { countBehind } from "../postgres/fetch-records.ts";
import { readHeads } from "../read.ts";

/** Notices parts whose log has news of which nothing was heard for some time, whatever the cause. */
export class SilenceWatch {
  /** How often it has to be asked to notice in time. */
  readonly intervalMs: number;
  readonly #db: Queryable;
  readonly #silenceMs: number;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** Positions were set: one may be ahead of its part, which a sum does not show. */
  #hasMoved = true;
  /** Parts that had news at the last look: what was heard of them last, and since when that is so. */
  #waiting: ReadonlyMap<number, { readonly heard: number; readonly since: number }> = new Map();

  constructor(db: Queryable, silenceMs: number) {
    this.#db = db;
    this.#silenceMs = silenceMs;
    this.intervalMs = Math.min(silenceMs / 4, 500);
  }

  moved(): void {
    this.#hasMoved = true;
  }

  /** Of parts with the position heard last: those that are silent, and those that are ahead of the log, if it is time to look. */
  async silentParts(heard: ReadonlyMap<number, number>): Promise<readonly number[]> {
    const now = performance.now();
    if (now - this.#lastLookAt < this.intervalMs) return [];
    this.#lastLookAt = now;
    if (heard.size === 0 || !(await this.#isBehind(heard))) {
      this.#waiting = new Map();
      return [];
    }
    const heads = await readHeads(this.#db);
    this.#hasMoved = false;
    const ahead = [...heard].filter(([part, pos]) => (heads.get(part) ?? 0) < pos);
    const behind = [...heard].filter(([part, pos]) => (heads.get(part) ?? 0) > pos);
    this.#waiting = new Map(behind.map(([part, pos]) => [part, this.#waitFor(part, pos, now)]));
    const silent = [...this.#waiting].filter(([, { since }]) => now - since >= this.#silenceMs);
    return [...ahead, ...silent].map(([part]) => part);
  }

  async #isBehind(heard: ReadonlyMap<number, number>): Promise<boolean> {
    return this.#hasMoved || (await countBehind(this.#db, heard)) !== 0;
  }

  #waitFor(part: number, heard: number, now: number) {
    const known = this.#waiting.get(part);
    return known?.heard === heard ? known : { heard, since: now };
  }
}
