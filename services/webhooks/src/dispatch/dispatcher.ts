import { backOffMs, type LogNews, noNews, Pause, relaxedMs } from "@shipment-tracking/event-log";
import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import type { Sender } from "../send/sender.ts";
import { type ClaimedDelivery, claimDeliveries } from "./claim-deliveries.ts";
import type { CompletionSummary } from "./complete-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import { HeldDeliveries, type ReadyDelivery } from "./held-deliveries.ts";
import { msUntilDue } from "./ms-until-due.ts";
import { requestOf } from "./request-of.ts";
import { releaseClaims } from "./release-claims.ts";
import { returnUnsent } from "./return-unsent.ts";
import { CompletionQueues } from "./completion-queue.ts";
import { loadReceivers, type Receiver } from "./load-receivers.ts";

export interface DispatcherOptions {
  /** Connections with the rights of `tracking_webhooks`. The caller ends the pool, after `stop`. */
  readonly pool: Pool;
  readonly sender: Sender;
  readonly box: SecretBox;
  /** Deliveries under way in this process; default 256. */
  readonly maxInFlight?: number;
  /** Longer than an attempt and its completion take; default 30 s. */
  readonly leaseMs?: number;
  /** Longest wait between two looks at the queue; default 100 ms. Longer, but not beyond what is due next, while nothing is announced. */
  readonly pollMs?: number;
  /** Announces what commands put into the queue, and what others are just putting into it. */
  readonly news?: LogNews;
  /** How long a stop waits for attempts under way; default 4 s. */
  readonly drainMs?: number;
  onClaimed?(deliveries: readonly ClaimedDelivery[]): void;
  onMade?(made: MadeAttempt): void;
  onCompleted?(summary: CompletionSummary): void;
  /** So many claims of dead workers were taken back. */
  onExpired?(leases: number): void;
  onError(error: unknown): void;
}

export interface Dispatcher {
  /** Looks at the queue now: something was put into it. */
  wake(): void;
  inFlight(): number;
  /** Time of the last look that the database answered, in ms since the epoch. */
  lastLookAt(): number;
  /**
   * Claims no more, lets the attempts that run end, and writes down what came of them. Those that take longer than `drainMs` are given
   * back to the queue: another worker makes them again.
   */
  stop(): Promise<void>;
}

/** Sends what is due until stopped. Any number of processes share the queue. */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const loop = new DispatchLoop(options);
  loop.start();
  return loop;
}

/** After an announcement other workers may put deliveries into the queue for this long, of which nobody tells. */
const watchfulMs = 2_000;

class DispatchLoop implements Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #pause = new Pause();
  readonly #running = new Map<ClaimedDelivery, Promise<void>>();
  readonly #held = new HeldDeliveries();
  readonly #completions: CompletionQueues;
  /** Claims whose deliveries are about to be sent, or are given back. */
  readonly #inBackground = new Set<Promise<void>>();
  /** What was sent and is not answered. */
  readonly #unanswered = new Set<ClaimedDelivery>();
  /** The last look found nothing, and nobody has called since: asking whether there is something will do. */
  #quiet = false;
  /** As the last look found it: when the next delivery is due, in ms from then; null when it did not find out. */
  #dueInMs: number | null = null;
  #calledAt = performance.now();
  /** The wait at hand is longer than usual. */
  #isRelaxed = false;
  #endNews: () => void = () => undefined;
  #stopping = false;
  #abandoning = false;
  #lastLookAt = Date.now();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#completions = new CompletionQueues({
      pool: options.pool,
      next: () => (this.#stopping ? null : { leaseMs: this.#leaseMs, held: this.#held }),
      onCompleted: (summary) => this.#onCompleted(summary),
      onError: (error) => options.onError(error),
    });
  }

  #onCompleted(summary: CompletionSummary): void {
    this.#options.onCompleted?.(summary);
    if (summary.claimed.length > 0) this.#background(this.#start(summary.claimed));
  }

  /** Errors are told; a stop waits for it. */
  #background(work: Promise<void>): void {
    const told = work
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => this.#inBackground.delete(told));
    this.#inBackground.add(told);
  }

  start(): void {
    this.#endNews = this.#news.subscribe(() => {
      this.#calledAt = performance.now();
      // else it looks soon by itself
      if (this.#isRelaxed) this.#pause.wake();
    });
    this.#loop = this.#run();
  }

  wake(): void {
    this.#quiet = false;
    this.#pause.wake();
  }

  inFlight(): number {
    return this.#running.size;
  }

  lastLookAt(): number {
    return this.#lastLookAt;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endNews();
    this.#pause.wake();
    await this.#loop;
    this.#giveBack(this.#held.stopAllWaiting());
    await within(this.#options.drainMs ?? 4_000, this.#ended());
    await this.#abandon();
    await this.#completions.close();
  }

  /** A completion that was under way may have claimed more. */
  async #ended(): Promise<void> {
    while (this.#inBackground.size + this.#running.size > 0) {
      await Promise.all([...this.#inBackground, ...this.#running.values()]);
    }
  }

  async #abandon(): Promise<void> {
    this.#abandoning = true;
    try {
      await releaseClaims(this.#options.pool, [...this.#unanswered]);
    } catch (error) {
      // their leases end by themselves
      this.#options.onError(error);
    }
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      try {
        const claimed = await this.#claim();
        this.#lastLookAt = Date.now();
        failures = 0;
        if (claimed === 0) await this.#pause.sleep(this.#waitMs());
      } catch (error) {
        failures += 1;
        this.#options.onError(error);
        await this.#pause.sleep(backOffMs(failures, Math.random()));
      }
    }
  }

  get #news(): LogNews {
    return this.#options.news ?? noNews;
  }

  get #leaseMs(): number {
    return this.#options.leaseMs ?? 30_000;
  }

  get #pollMs(): number {
    return this.#options.pollMs ?? 100;
  }

  #waitMs(): number {
    const isCalm = this.#news.isReliable() && performance.now() - this.#calledAt > watchfulMs;
    const due = this.#dueInMs ?? this.#pollMs;
    const waitMs = Math.min(Math.max(Math.ceil(due), 1), isCalm ? relaxedMs : this.#pollMs);
    this.#isRelaxed = waitMs > this.#pollMs;
    return waitMs;
  }

  async #claim(): Promise<number> {
    const { pool, maxInFlight: max = 256 } = this.#options;
    this.#dueInMs = null;
    if (this.#quiet) {
      const dueInMs = (await msUntilDue(pool)) ?? Number.POSITIVE_INFINITY;
      if (dueInMs > 0) {
        this.#dueInMs = dueInMs;
        return 0;
      }
    }
    this.#quiet = true;
    const claimed = await claimDeliveries(pool, {
      max,
      running: this.#held.ofTenants,
      leaseMs: this.#leaseMs,
      onExpired: (leases) => this.#options.onExpired?.(leases),
    });
    if (claimed.length === 0) return 0;
    this.#quiet = false;
    await this.#start(claimed);
    return claimed.length;
  }

  async #start(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const claimedAt = performance.now();
    for (const delivery of claimed) this.#held.take(delivery);
    const unbegun = new Set(claimed);
    try {
      await failpoint("webhooks.after-claim");
      this.#options.onClaimed?.(claimed);
      const endpointIds = [...new Set(claimed.map((delivery) => delivery.endpointId))];
      const receivers = await loadReceivers(this.#options.pool, this.#options.box, endpointIds);
      for (const delivery of claimed) {
        const receiver = receivers.get(delivery.endpointId);
        // an endpoint that vanished since: its lease ends, and so does the delivery with the endpoint
        if (receiver === undefined) continue;
        unbegun.delete(delivery);
        const ready = { delivery, receiver, claimedAt };
        if (this.#held.begin(ready)) this.#send(ready);
      }
    } finally {
      for (const delivery of unbegun) this.#held.drop(delivery);
      // what came while all slots were taken
      if (this.#stopping) this.#giveBack(this.#held.stopAllWaiting());
    }
  }

  #send(ready: ReadyDelivery): void {
    this.#running.set(ready.delivery, this.#work(ready));
  }

  async #work({ delivery, receiver }: ReadyDelivery): Promise<void> {
    let isToBeLookedAt = true;
    try {
      isToBeLookedAt = await this.#deliver(delivery, receiver);
    } catch (error) {
      this.#options.onError(error);
    }
    this.#running.delete(delivery);
    this.#held.drop(delivery);
    if (isToBeLookedAt) this.wake();
    // what is due next may be due before the end of the wait
    else if (this.#isRelaxed) this.#pause.wake();
  }

  /** True when somebody has to look for what is due next. */
  async #deliver(delivery: ClaimedDelivery, receiver: Receiver): Promise<boolean> {
    this.#unanswered.add(delivery);
    const result = await this.#options.sender.send(requestOf({ delivery, receiver }));
    this.#unanswered.delete(delivery);
    if (result.outcome === "delivered") this.#sendNext(delivery.endpointId);
    // it may be told to wait, or to go: that is decided with what is written down
    else this.#giveBack(this.#held.stopWaiting(delivery.endpointId));
    if (this.#abandoning) return false;
    if (result.outcome === "delivered") await failpoint("webhooks.after-2xx");
    const made = { delivery, result };
    this.#options.onMade?.(made);
    return await this.#completions.add(made);
  }

  #sendNext(endpointId: string): void {
    const next = this.#held.next(endpointId);
    if (next === undefined) return;
    // the rest of its lease has to outlive the attempt
    if (performance.now() - next.claimedAt < this.#leaseMs / 6) this.#send(next);
    else this.#giveBack([next, ...this.#held.stopWaiting(endpointId)]);
  }

  #giveBack(waiting: readonly ReadyDelivery[]): void {
    if (waiting.length === 0) return;
    const unsent = waiting.map(({ delivery }) => delivery);
    for (const delivery of unsent) this.#held.drop(delivery);
    this.#background(returnUnsent(this.#options.pool, unsent));
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
