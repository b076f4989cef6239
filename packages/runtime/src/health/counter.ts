import { Counter, type Registry } from "prom-client";

export interface CounterOptions<Label extends string> {
  /** Ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** Each with few possible values: never a tenant, an id, a token, or anything that a user typed. */
  readonly labels: readonly Label[];
}

/** A number that only grows; `count` is 1 unless given. */
export type Count<Label extends string> = (
  labels: Readonly<Record<Label, string>>,
  count?: number,
) => void;

/** Registers a counter. */
export function createCounter<Label extends string>(
  registry: Registry,
  { name, help, labels }: CounterOptions<Label>,
): Count<Label> {
  const counter = new Counter({ name, help, labelNames: labels, registers: [registry] });
  return (values, count = 1) => {
    counter.inc(values, count);
  };
}
