/** Milliseconds of the one monotonic clock that all times of a history come from. */
export function now(): number {
  return performance.now();
}
