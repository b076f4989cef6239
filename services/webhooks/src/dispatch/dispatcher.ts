import { backOffMs, type LogNews, noNews, Pause, relaxedMs } from "@shipment-tracking/event-log";
import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import { deliveryHeaders } from "../message/delivery-headers.ts";
import type { SendRequest, Sender } from "../send/sender.ts";
import { type ClaimedDelivery, claimDeliveries } from "./claim-deliveries.ts";
import type { CompletionSummary } from "./complete-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";
import { msUntilDue } from "./ms-until-due.ts";
import { releaseClaims } from "./release-claims.ts";
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
  readonly #ofTenants = new Map<string, number>();
  readonly #completions: CompletionQueues;
  /** Claims whose deliveries are about to be sent. */
  readonly #starting = new Set<Promise<void>>();
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
      nextLeaseMs: () => (this.#stopping ? null : this.#leaseMs),
      onCompleted: (summary) => this.#onCompleted(summary),
      onError: (error) => options.onError(error),
    });
  }

  #onCompleted(summary: CompletionSummary): void {
    this.#options.onCompleted?.(summary);
    if (summary.claimed.length > 0) this.#resume(summary.claimed);
  }

  #resume(claimed: readonly ClaimedDelivery[]): void {
    const starting = this.#start(claimed)
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
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
    await within(this.#options.drainMs ?? 4_000, this.#ended());
    await this.#abandon();
    await this.#completions.close();
  }

  /** A completion that was under way may have claimed more. */
  async #ended(): Promise<void> {
    while (this.#starting.size + this.#running.size > 0) {
      await Promise.all([...this.#starting, ...this.#running.values()]);
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
      running: this.#ofTenants,
      leaseMs: this.#leaseMs,
      onExpired: (leases) => this.#options.onExpired?.(leases),
    });
    if (claimed.length === 0) return 0;
    this.#quiet = false;
    await this.#start(claimed);
    return claimed.length;
  }

  async #start(claimed: readonly ClaimedDelivery[]): Promise<void> {
    for (const { tenantId } of claimed) this.#count(tenantId, 1);
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
        this.#running.set(delivery, this.#work(delivery, receiver));
      }
    } finally {
      for (const { tenantId } of unbegun) this.#count(tenantId, -1);
    }
  }

  async #work(delivery: ClaimedDelivery, receiver: Receiver): Promise<void> {
    let isToBeLookedAt = true;
    try {
      isToBeLookedAt = await this.#deliver(delivery, receiver);
    } catch (error) {
      this.#options.onError(error);
    }
    this.#running.delete(delivery);
    this.#count(delivery.tenantId, -1);
    if (isToBeLookedAt) this.wake();
    // what is due next may be due before the end of the wait
    else if (this.#isRelaxed) this.#pause.wake();
  }

  #count(tenantId: string, change: 1 | -1): void {
    const count = (this.#ofTenants.get(tenantId) ?? 0) + change;
    if (count === 0) this.#ofTenants.delete(tenantId);
    else this.#ofTenants.set(tenantId, count);
  }

  /** True when somebody has to look for what is due next. */
  async #deliver(delivery: ClaimedDelivery, receiver: Receiver): Promise<boolean> {
    this.#unanswered.add(delivery);
    const result = await this.#options.sender.send(requestOf(delivery, receiver));
    this.#unanswered.delete(delivery);
    if (this.#abandoning) return false;
    if (result.outcome === "delivered") await failpoint("webhooks.after-2xx");
    const made = { delivery, result };
    this.#options.onMade?.(made);
    return await this.#completions.add(made);
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

/** Of this very attempt: timestamp and signatures are fresh, by this process's clock, which receivers compare with theirs. */
function requestOf(delivery: ClaimedDelivery, receiver: Receiver): SendRequest {
  const { messageId, attempt, body } = delivery;
  const { endpointId, url, secrets, headers: customHeaders } = receiver;
  const headers = { messageId, attempt, nowMs: Date.now(), body, secrets, customHeaders };
  return { endpointId, url, body, headers: deliveryHeaders(headers) };
}
