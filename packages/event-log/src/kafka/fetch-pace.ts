import { fetchWaits } from "./fetch-wait.ts";
import { shortWaitMs } from "./topic-consumer.ts";

/** How long brokers may keep silent when nothing has changed for `calmMs`; shorter than any request's time, as those of a connection are answered in turn. */
const longWaitMs = 4_000;
const calmMs = 4_000;

/** How often one reader of the topic has its brokers answer. */
export class FetchPace {
  #lastAnswerAt = performance.now();
  #lastChangeAt = performance.now();
  /** How long the brokers may keep silent now, since the last answer or change. */
  #waitMs = shortWaitMs;
  /** How long they were told to. */
  #toldMs = shortWaitMs;
  #end: () => void = () => undefined;

  start(): void {
    this.#end = fetchWaits.add(() => {
      this.#toldMs = this.#waitMs;
      return this.#waitMs;
    });
  }

  stop(): void {
    this.#end();
  }

  /** Something has come, or other parts are wanted: the next answers are to come soon. */
  changed(): void {
    this.#lastChangeAt = performance.now();
    this.#waitMs = shortWaitMs;
  }

  /** The brokers have answered. `isPaused`: there are parts that may be wanted any moment. */
  answered(isPaused: boolean): void {
    this.#lastAnswerAt = performance.now();
    const isCalm = !isPaused && this.#lastAnswerAt - this.#lastChangeAt > calmMs;
    this.#waitMs = isCalm ? longWaitMs : shortWaitMs;
  }

  silentMs(): number {
    return performance.now() - this.#lastAnswerAt;
  }

  /** They are silent for longer than `ms` and what they were told. */
  isLate(ms: number): boolean {
    return this.silentMs() >= this.#toldMs - shortWaitMs + ms;
  }
}
