/**
 * The end of one send, whatever stage it is in: an own timer, because undici's time-outs restart with every byte and an abort
 * signal does not stop a connect that hangs. Whoever waits for something says with `watch` how to stop waiting.
 */
export class Deadline {
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #expired = false;
  #cut: (() => void) | null = null;

  constructor(totalMs: number) {
    this.#timer = setTimeout(() => this.#expire(), totalMs);
  }

  get expired(): boolean {
    return this.#expired;
  }

  elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** `cut` is called once when the time is over, at once when it is over already; null: nothing is waited for now. */
  watch(cut: (() => void) | null): void {
    this.#cut = cut;
    if (this.#expired) this.#expire();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#cut = null;
  }

  #expire(): void {
    this.#expired = true;
    const cut = this.#cut;
    this.#cut = null;
    cut?.();
  }
}
