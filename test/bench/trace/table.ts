import { quantile } from "../webhooks/figures.ts";
import type { RequestTrace } from "./trace-request.ts";

/** Markdown: where the time of one kind of request goes, medians over those requests that took the same steps. */
export function traceTable(title: string, traces: readonly RequestTrace[]): string {
  const usual = mostUsual(traces);
  const steps = usual[0]?.spans.map(([step]) => step) ?? [];
  const total = quantile(
    usual.map(({ ms }) => ms),
    0.5,
  );
  const rows = steps.map((step, index) => {
    const ms = quantile(
      usual.map(({ spans }) => spans[index]?.[1] ?? Number.NaN),
      0.5,
    );
    return `| ${step} | ${micros(ms)} | ${((ms / total) * 100).toFixed(0)} % |`;
  });
  return [
    `| ${title} | µs, median | share |`,
    "| --- | ---: | ---: |",
    ...rows,
    `| **all** (p99 ${micros(
      quantile(
        usual.map(({ ms }) => ms),
        0.99,
      ),
    )} µs) | **${micros(total)}** | ${String(usual.length)} of ${String(traces.length)} |`,
  ].join("\n");
}

function micros(ms: number): string {
  return (ms * 1_000).toFixed(0);
}

/** Those with the steps that most of them had. */
function mostUsual(traces: readonly RequestTrace[]): readonly RequestTrace[] {
  const groups = new Map<string, RequestTrace[]>();
  for (const one of traces) {
    const key = one.spans.map(([step]) => step).join("\n");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].toSorted((left, right) => right.length - left.length)[0] ?? [];
}
