import type { Queryable } from "@shipment-tracking/postgres";
import { backOffMs } from "./back-off.ts";
import { fairShare } from "./fair-share.ts";
import {
  createLeases,
  joinAlone,
  joinMembers,
  leaveMembers,
  type Member,
  type Membership,
  releaseLeases,
  renewMember,
  takeLeases,
} from "./leases-sql.ts";
import type { OwnedParts } from "./owned-parts.ts";
import { Pause } from "./pause.ts";

export interface MemberLoopOptions {
  readonly db: Queryable;
  readonly consumer: string;
  readonly memberId: string;
  readonly leaseMs: number;
  readonly exclusive: boolean;
  readonly owned: OwnedParts;
  /** The member's parts have changed. */
  onChange(): void;
  onError(error: unknown): void;
}

/**
 * Keeps a member alive and its number of parts fair, in rounds: one statement about every second, more often while this
 * member waits for parts. Rounds never overlap.
 */
export class MemberLoop {
  readonly #options: MemberLoopOptions;
  readonly #member: Member;
  readonly #pause = new Pause();
  #joined = false;
  #stopping = false;
  #balanced = false;
  #round: Promise<void> | null = null;
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: MemberLoopOptions) {
    this.#options = options;
    this.#member = {
      consumer: options.consumer,
      memberId: options.memberId,
      leaseMs: options.leaseMs,
    };
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Ms since the last successful round, by the monotonic clock: beyond `leaseMs` others may own this member's parts. */
  silentMs(): number {
    return performance.now() - this.#lastRoundAt;
  }

  /** One round now, or the one that is under way. */
  round(): Promise<void> {
    this.#round ??= this.#play().finally(() => {
      this.#round = null;
    });
    return this.#round;
  }

  /** Starts the next round now: there is something to give back. */
  soon(): void {
    this.#pause.wake();
  }

  /** Ends the rounds, gives all parts back. An unreachable database is reported: the leases then end by themselves. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#pause.wake();
    await this.#loop;
    this.#options.owned.replace([]);
    try {
      await leaveMembers(this.#options.db, this.#member);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      try {
        await this.round();
        failures = 0;
        await this.#pause.sleep(this.#options.leaseMs / (this.#balanced ? 5 : 50));
      } catch (error) {
        failures += 1;
        this.#options.onError(error);
        await this.#pause.sleep(backOffMs(failures, Math.random()));
      }
    }
  }

  async #play(): Promise<void> {
    const beganAt = performance.now();
    const membership = this.#joined ? await this.#renew() : await this.#join();
    const changed = this.#options.owned.replace(membership.leases);
    const rebalanced = await this.#balance(membership.members);
    // the lease is counted from the last moment at which the database cannot have seen the sign yet
    this.#lastRoundAt = beganAt;
    if (changed || rebalanced) this.#options.onChange();
  }

  async #join(): Promise<Membership> {
    const { db, consumer, exclusive } = this.#options;
    await createLeases(db, consumer);
    await (exclusive ? joinAlone : joinMembers)(db, this.#member);
    this.#joined = true;
    return renewMember(db, this.#member);
  }

  /** A member that was silent too long comes back without its parts, which may have been given away. */
  async #renew(): Promise<Membership> {
    const { db, owned } = this.#options;
    const membership = await renewMember(db, this.#member);
    if (membership.members.includes(this.#member.memberId)) return membership;
    owned.replace([]);
    await joinMembers(db, this.#member);
    return renewMember(db, this.#member);
  }

  /** Takes what is missing to the fair share, or gives back what exceeds it. True if the parts changed. */
  async #balance(members: readonly string[]): Promise<boolean> {
    const { db, owned } = this.#options;
    const share = fairShare(members, this.#member.memberId);
    const surplus = owned.size - share;
    const going = owned.leave(Math.max(surplus, 0));
    if (going.length > 0) {
      await releaseLeases(db, this.#member, going);
      owned.drop(going);
    }
    const taken = surplus < 0 ? await takeLeases(db, this.#member, -surplus) : [];
    owned.add(taken);
    this.#balanced = owned.size === share;
    return going.length + taken.length > 0;
  }
}
