import { Histogram, type Registry } from "prom-client";

export interface HistogramOptions<Label extends string> {
  /** Ends in its unit, for example `_seconds`. */
  readonly name: string;
  readonly help: string;
  /** Each with few possible values, as a counter's. */
  readonly labels: readonly Label[];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

/** Registers a histogram; the function adds one observation. */
export function createHistogram<Label extends string>(
  registry: Registry,
  { name, help, labels, buckets }: HistogramOptions<Label>,
): (labels: Readonly<Record<Label, string>>, value: number) => void {
  const registers = [registry];
  const histogram = new Histogram({
    name,
    help,
    labelNames: labels,
    buckets: [...buckets],
    registers,
  });
  return (values, value) => {
    histogram.observe(values, value);
  };
}
