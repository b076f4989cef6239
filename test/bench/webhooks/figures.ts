/** The value that a share of the values does not exceed; `share` between 0 and 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function spread(values: readonly number[], digits = 0): string {
  const [min, median, max] = [0, 0.5, 1].map((share) => quantile(values, share).toFixed(digits));
  return `min ${String(min)}, median ${String(median)}, max ${String(max)}`;
}

export function percentiles(values: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(1));
  return `p50 ${String(p50)} ms, p95 ${String(p95)} ms, p99 ${String(p99)} ms (${String(values.length)})`;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
