import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface PollLoad {
  readonly apiUrl: string;
  /** Of tenants whose first page is full; they take turns. */
  readonly keys: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Milliseconds from when a request was due to its answer. */
export interface Polled {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

/** Polls first pages from another process, which stays: it would else be measured while it compiles itself. */
export class ListPoller {
  readonly #child: ChildProcess;

  constructor() {
    const file = join(import.meta.dirname, "poll-load.ts");
    this.#child = fork(file, { execArgv: ["--import", "tsx"] });
  }

  async poll(load: PollLoad): Promise<Polled> {
    const settled = new AbortController();
    const { signal } = settled;
    const answer = once(this.#child, "message", { signal });
    const end = once(this.#child, "exit", { signal }).then(() => {
      throw new Error("polling failed");
    });
    this.#child.send(load);
    try {
      const [polled] = await Promise.race([answer, end]);
      // as: poll-load.ts sends it
      return polled as Polled;
    } finally {
      void Promise.allSettled([answer, end]);
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const end = once(this.#child, "exit");
    this.#child.disconnect();
    await end;
  }
}
