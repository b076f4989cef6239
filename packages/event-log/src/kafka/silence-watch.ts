import type { Queryable } from "@shipment-tracking/postgres";
import { readHeads } from "../read.ts";
import { glanceAtLog } from "./glance-at-log.ts";

export interface Look {
  /** Of the parts asked about, those that are silent and those that are ahead of the log. */
  readonly silent: readonly number[];
  readonly logIdentity: string;
  /** The log had something that was not heard yet. */
  readonly hasNews: boolean;
}

/** Notices parts whose log has news of which nothing was heard for some time, whatever the cause. */
export class SilenceWatch {
  /** How often it has to be asked to notice in time. */
  readonly intervalMs: number;
  readonly #db: Queryable;
  readonly #silenceMs: number;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  /** Positions were set: one may be ahead of its part, which a sum does not show. */
  #hasMoved = true;
  #isCalm = false;
  /** Parts that had news at the last look: what was heard of them last, and since when that is so. */
  #waiting: ReadonlyMap<number, { readonly heard: number; readonly since: number }> = new Map();

  constructor(db: Queryable, silenceMs: number) {
    this.#db = db;
    this.#silenceMs = silenceMs;
    this.intervalMs = Math.min(silenceMs / 4, 500);
  }

  moved(): void {
    this.#hasMoved = true;
    this.#isCalm = false;
  }

  /** Something was announced. */
  announced(): void {
    this.#isCalm = false;
  }

  /** The topic has the time of an interval to bring what was announced, before anybody asks. */
  postpone(): void {
    this.#lastLookAt = performance.now();
  }

  /** The last look found nothing, and nothing was announced since. */
  isCalm(): boolean {
    return this.#isCalm;
  }

  /** Looks at the parts, given with the position heard last; null when it is not time to. */
  async look(heard: ReadonlyMap<number, number>): Promise<Look | null> {
    const now = performance.now();
    if (now - this.#lastLookAt < this.intervalMs) return null;
    this.#lastLookAt = now;
    // what is announced from here on may be missing in the answer
    this.#isCalm = true;
    const glance = glanceAtLog(this.#db, heard.keys());
    const { logIdentity, heads } = await glance.catch((error: unknown) => {
      this.#isCalm = false;
      throw error;
    });
    const news = heads - [...heard.values()].reduce((sum, pos) => sum + pos, 0);
    if (news !== 0) this.#isCalm = false;
    if (news !== 0 || (this.#hasMoved && heard.size > 0))
      return { silent: await this.#silentParts(heard, now), logIdentity, hasNews: news > 0 };
    this.#waiting = new Map();
    return { silent: [], logIdentity, hasNews: false };
  }

  async #silentParts(heard: ReadonlyMap<number, number>, now: number): Promise<readonly number[]> {
    const heads = await readHeads(this.#db);
    this.#hasMoved = false;
    const ahead = [...heard].filter(([part, pos]) => (heads.get(part) ?? 0) < pos);
    const behind = [...heard].filter(([part, pos]) => (heads.get(part) ?? 0) > pos);
    this.#waiting = new Map(behind.map(([part, pos]) => [part, this.#waitFor(part, pos, now)]));
    const silent = [...this.#waiting].filter(([, { since }]) => now - since >= this.#silenceMs);
    return [...ahead, ...silent].map(([part]) => part);
  }

  #waitFor(part: number, heard: number, now: number) {
    const known = this.#waiting.get(part);
    return known?.heard === heard ? known : { heard, since: now };
  }
}
