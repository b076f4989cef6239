import type { LogSink } from "../log-sink.ts";

type Fields = Readonly<Record<string, unknown>>;

const quietMs = 10_000;

/** A line each 10 s for each sentence, with the number of those that were left out: a broker that is away fills no disk. */
export class RateLimitedLog {
  readonly #log: LogSink | undefined;
  readonly #sentences = new Map<string, { until: number; leftOut: number }>();

  constructor(log: LogSink | undefined) {
    this.#log = log;
  }

  warn(sentence: string, fields: Fields = {}): void {
    this.#limited("warn", sentence, fields);
  }

  debug(sentence: string, fields: Fields = {}): void {
    this.#limited("debug", sentence, fields);
  }

  info(sentence: string, fields: Fields = {}): void {
    this.#log?.info(fields, sentence);
  }

  #limited(level: "warn" | "debug", sentence: string, fields: Fields): void {
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
    this.#log?.[level]?.(leftOut > 0 ? { ...fields, leftOut } : fields, sentence);
  }
}
