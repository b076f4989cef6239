/** Delay before retry number `attempt` (1, 2, 3…): 50 ms doubling up to 2 s, half of it jittered by `random` (0 to 1). */
export function backOffMs(attempt: number, random: number): number {
  const full = Math.min(50 * 2 ** (attempt - 1), 2_000);
  return full / 2 + (full / 2) * random;
}
