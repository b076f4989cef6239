import { failpoint } from "@shipment-tracking/failpoints";
import { backOffMs, Pause } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import { completeAttempts, type CompletionSummary } from "./complete-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";

export interface CompletionQueueOptions {
  readonly pool: Pool;
  onCompleted(summary: CompletionSummary): void;
  onError(error: unknown): void;
}

// one transaction for many results: measured in test/bench/webhooks.ts
const maxBatch = 200;
const gatherMs = 4;

/**
 * Writes results down in batches, one transaction at a time. A database that is away is tried again: until then the results stay
 * here, and once their leases end other workers send those messages again (at least once).
 */
export class CompletionQueue {
  readonly #options: CompletionQueueOptions;
  #waiting: { readonly made: MadeAttempt; readonly done: () => void }[] = [];
  readonly #pause = new Pause();
  #closing = false;
  readonly #loop: Promise<void>;

  constructor(options: CompletionQueueOptions) {
    this.#options = options;
    this.#loop = this.#run();
  }

  /** Resolves once the result is written down, or given up because the queue closed while the database was away. */
  add(made: MadeAttempt): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ made, done });
      this.#pause.wake();
    });
  }

  /** Writes what is there, and ends. A database that stays away ends the attempts to reach it after one more failure. */
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
      if (await this.#write(batch.map(({ made }) => made))) failures = 0;
      else {
        failures += 1;
        if (!this.#closing) {
          await this.#pause.sleep(backOffMs(failures, Math.random()));
          continue;
        }
      }
      this.#waiting = this.#waiting.slice(batch.length);
      for (const { done } of batch) done();
    }
  }

  async #write(batch: readonly MadeAttempt[]): Promise<boolean> {
    try {
      await failpoint("webhooks.in-completion");
      this.#options.onCompleted(await completeAttempts(this.#options.pool, batch));
      return true;
    } catch (error) {
      this.#options.onError(error);
      return false;
    }
  }
}
