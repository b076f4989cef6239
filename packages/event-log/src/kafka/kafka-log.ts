import type { LogSink } from "../log-sink.ts";

const quietMs = 10_000;

/** A line each 10 s for each sentence, with the number of those that were left out: a broker that is away fills no disk. */
export class RateLimitedLog {
  readonly #log: LogSink | undefined;
  readonly #sentences = new Map<string, { until: number; leftOut: number }>();

  constructor(log: LogSink | undefined) {
    this.#log = log;
  }

  warn(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const now = performance.now();
    const known = this.#sentences.get(sentence);
    if (known !== undefined && now < known.until) {
      known.leftOut += 1;
      return;
    }
    // sentences that hold changing texts must not add up
    if (this.#sentences.size > 200) this.#sentences.clear();
    this.#sentences.set(sentence, { until: now + quietMs, leftOut: 0 });
    const leftOut = known?.leftOut ?? 0;
    this.#log?.warn?.(leftOut > 0 ? { ...fields, leftOut } : fields, sentence);
  }

  info(sentence: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#log?.info(fields, sentence);
  }
}
