import { failpoint } from "@shipment-tracking/failpoints";
import { backOffMs, Pause } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { completeAttempts, type CompletionSummary } from "./complete-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";

export interface CompletionQueueOptions {
  readonly pool: Pool;
  /** See `CompletionOptions`; asked for each batch. */
  nextLeaseMs(): number | null;
  onCompleted(summary: CompletionSummary): void;
  onError(error: unknown): void;
}

// one transaction for many results: measured in test/bench/webhooks.ts
const maxBatch = 200;
const gatherMs = 4;

// while one batch is written down, the other's requests are made; with 3 and 4 a delivery takes more CPU than it waits less
const queues = 2;

/** Results of one endpoint always go through the same queue, so that two transactions never wait for each other's endpoints. */
export class CompletionQueues {
  readonly #queues: readonly CompletionQueue[];

  constructor(options: CompletionQueueOptions) {
    this.#queues = Array.from({ length: queues }, () => new CompletionQueue(options));
  }

  /** Resolves once the result is written down, to whether somebody has to look for what is due next; or is given up because the queue closed while the database was away. */
  add(made: MadeAttempt): Promise<boolean> {
    const index = Number.parseInt(made.delivery.endpointId.slice(0, 4), 16) % queues;
    const queue = this.#queues[index];
    if (queue === undefined) throw new RangeError(`no queue ${String(index)}`);
    return queue.add(made);
  }

  /** Writes what is there, and ends. A database that stays away ends the attempts to reach it after one more failure. */
  async close(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.close()));
  }
}

/**
 * Writes results down in batches, one transaction at a time. A database that is away is tried again: until then the results stay
 * here, and once their leases end other workers send those messages again (at least once).
 */
class CompletionQueue {
  readonly #options: CompletionQueueOptions;
  #waiting: { readonly made: MadeAttempt; readonly done: (isToBeLookedAt: boolean) => void }[] = [];
  readonly #pause = new Pause();
  #closing = false;
  readonly #loop: Promise<void>;

  constructor(options: CompletionQueueOptions) {
    this.#options = options;
    this.#loop = this.#run();
  }

  add(made: MadeAttempt): Promise<boolean> {
    return new Promise((done) => {
      this.#waiting.push({ made, done });
      this.#pause.wake();
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#pause.wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    let failures = 0;
    for (;;) {
      if (this.#waiting.length === 0) {
        if (this.#closing) return;
        await this.#pause.sleep(60_000);
        if (!this.#closing) await new Promise((resolve) => setTimeout(resolve, gatherMs));
        continue;
      }
      const batch = this.#waiting.slice(0, maxBatch);
      // what could not be written is not burdened with more
      const nextLeaseMs = failures === 0 ? this.#options.nextLeaseMs() : null;
      const written = await this.#write(
        batch.map(({ made }) => made),
        nextLeaseMs,
      );
      if (written !== null) failures = 0;
      else {
        failures += 1;
        if (!this.#closing) {
          await this.#pause.sleep(backOffMs(failures, Math.random()));
          continue;
        }
      }
      this.#waiting = this.#waiting.slice(batch.length);
      for (const { done } of batch) done(written?.isToBeLookedAt ?? true);
    }
  }

  async #write(
    batch: readonly MadeAttempt[],
    nextLeaseMs: number | null,
  ): Promise<CompletionSummary | null> {
    try {
      await failpoint("webhooks.in-completion");
      const summary = await completeAttempts(this.#options.pool, batch, { nextLeaseMs });
      this.#options.onCompleted(summary);
      return summary;
    } catch (error) {
      this.#options.onError(error);
      return null;
    }
  }
}
