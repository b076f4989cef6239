import type { LogNews } from "./log-news.ts";

/** Announcements that come when a test says so, for one subscriber at a time. */
export class FakeNews implements LogNews {
  reliable = true;
  subscriptions = 0;
  /** How often a reader said that something was not announced. */
  misses = 0;
  #heard: () => void = () => undefined;

  isReliable(): boolean {
    return this.reliable;
  }

  subscribe(heard: () => void): () => void {
    this.#heard = heard;
    this.subscriptions += 1;
    return () => {
      this.subscriptions -= 1;
    };
  }

  missed(): void {
    this.misses += 1;
  }

  announce(): void {
    this.#heard();
  }
}
