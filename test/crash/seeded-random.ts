/** Chance that can be repeated: the same seed gives the same numbers. */
export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `low` to `high`, both possible. */
  between(low: number, high: number): number;
  pick<Value>(values: readonly Value[]): Value | undefined;
  /** A generator of its own, so that what one user draws does not depend on what another one does meanwhile. */
  fork(): SeededRandom;
}

/** mulberry32: 32 bits of state are plenty for choosing faults. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (values) => values[Math.floor(next() * values.length)],
    fork: () => seededRandom(Math.floor(next() * 4_294_967_296)),
  };
}
