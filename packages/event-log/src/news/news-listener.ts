import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { backOffMs } from "../consumer/back-off.ts";
import { Pause } from "../consumer/pause.ts";
import type { LogSink } from "../log-sink.ts";
import { announceNews, newsChannel } from "./announce-news.ts";
import type { LogNews } from "./log-news.ts";

export interface NewsListenerOptions {
  /** Connections to the write database, two at least: one of them is kept for listening, from the first subscription to `stop`. */
  readonly pool: Pool;
  readonly log?: LogSink | undefined;
  /** How long nothing may be heard after a miss before the connection is looked at; default 1,000. */
  readonly checkMs?: number;
}

/**
 * Hears on a connection of its own what `announceNews` tells. Announcements count only after one has come through since the connection was made: the
 * listener's own, sent by another connection, so that one that leads to a pool of connections in between is found out at once.
 */
export class NewsListener implements LogNews {
  readonly #options: NewsListenerOptions;
  readonly #subscribers = new Set<() => void>();
  readonly #retry = new Pause();
  #isHeard = false;
  #isStopping = false;
  #check: NodeJS.Timeout | undefined;
  #cut: (error: Error | null) => void = () => undefined;
  #loop: Promise<void> | null = null;

  constructor(options: NewsListenerOptions) {
    this.#options = options;
  }

  isReliable(): boolean {
    if (this.#options.pool.ending) this.#cut(new Error("the pool ends"));
    return this.#isHeard;
  }

  subscribe(heard: () => void): () => void {
    this.#subscribers.add(heard);
    this.#loop ??= this.#run();
    return () => this.#subscribers.delete(heard);
  }

  missed(): void {
    if (!this.#isHeard) return;
    this.#isHeard = false;
    this.#check = setTimeout(() => this.#askClient(), this.#options.checkMs ?? 1_000);
    this.#check.unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#retry.wake();
    this.#cut(null);
    await this.#loop;
  }

  #askClient: () => void = () => undefined;

  async #run(): Promise<void> {
    const { pool } = this.#options;
    // one that listens would leave none for the work
    if (pool.options.max < 2) return;
    const whenRemoved = (): void => {
      if (pool.ending) this.#cut(new Error("the pool ends"));
    };
    // a pool that is ended waits for its connections
    pool.on("remove", whenRemoved);
    let failures = 0;
    while (!this.#isStopping && !pool.ending) {
      const beganAt = performance.now();
      await this.#session().catch((error: unknown) => {
        this.#tellLoss(error);
      });
      failures = performance.now() - beganAt > 10_000 ? 1 : failures + 1;
      if (!this.#isStopping) await this.#retry.sleep(backOffMs(failures, Math.random()));
    }
    pool.off("remove", whenRemoved);
  }

  #tellLoss(error: unknown): void {
    const wasHeard = this.#isHeard;
    this.#isHeard = false;
    if (!wasHeard || this.#options.pool.ending) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log?.warn?.({ reason }, "announcements of the log are not heard, it is polled");
  }

  /** One connection from its beginning to its end; rejects unless it was stopped. */
  async #session(): Promise<void> {
    const client = await this.#options.pool.connect();
    let broken: Error | null = null;
    const ended = new Promise<void>((resolve) => {
      this.#cut = (error) => {
        broken = error;
        resolve();
      };
    });
    const onError = (error: Error): void => this.#cut(error);
    client.on("error", onError);
    client.on("notification", this.#hear);
    try {
      if (!this.#isStopping) await this.#listen(client, ended);
    } finally {
      clearTimeout(this.#check);
      this.#cut = () => undefined;
      this.#askClient = () => undefined;
      client.off("notification", this.#hear);
      client.off("error", onError);
      // never back to the pool: it would go on listening there
      client.release(true);
    }
    if (broken !== null) throw broken;
    this.#isHeard = false;
  }

  async #listen(client: Queryable, ended: Promise<void>): Promise<void> {
    await Promise.race([client.query({ text: `listen ${newsChannel}` }), ended]);
    this.#askClient = () => {
      client.query({ text: "select 1" }).catch((error: unknown) => {
        this.#cut(error instanceof Error ? error : new Error(String(error)));
      });
    };
    announceNews(this.#options.pool);
    await ended;
  }

  readonly #hear = (): void => {
    clearTimeout(this.#check);
    this.#isHeard = true;
    for (const heard of this.#subscribers) heard();
  };
}
