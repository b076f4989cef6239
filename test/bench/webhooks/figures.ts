import type { BenchFigure } from "../figure.ts";

/** The value that a share of the values does not exceed; `share` between 0 and 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function percentiles(values: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(values, share).toFixed(1));
  return `p50 ${String(p50)} ms, p95 ${String(p95)} ms, p99 ${String(p99)} ms (${String(values.length)})`;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Facts = Pick<BenchFigure, "id" | "what" | "unit" | "note"> &
  Partial<Pick<BenchFigure, "floor" | "aim">>;

export function figureOf(values: readonly number[], facts: Facts): BenchFigure {
  const [min = Number.NaN, median = Number.NaN, max = Number.NaN] = [0, 0.5, 1].map((share) =>
    quantile(values, share),
  );
  return { floor: null, aim: null, ...facts, min, median, max };
}

/** A table of figures, as text. */
export function tableOf(figures: readonly BenchFigure[]): string {
  const lines = [
    ["id", "what", "unit", "min", "median", "max", "floor", "aim"],
    ...figures.map(({ id, what, unit, min, median, max, floor, aim }) => [
      id,
      what,
      unit,
      ...[min, median, max, floor, aim].map(shortNumber),
    ]),
  ];
  const widths = lines[0]?.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, n) => cell.padEnd(widths?.[n] ?? 0)).join("  "))
    .join("\n");
}

function shortNumber(value: number | null): string {
  if (value === null) return "-";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
