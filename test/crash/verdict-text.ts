import type { Verdict } from "./trial.ts";

const shownViolations = 20;

/** The verdict for a person at a terminal: counts first, then what was broken. */
export function verdictText({ history, violations }: Verdict): string {
  const { commands, log, faults, sightings, failures } = history;
  const count = (kind: string): string =>
    String(commands.filter(({ outcome }) => outcome.kind === kind).length);
  const slowness = Math.max(1, ...faults.map(({ patience }) => patience));
  const topic = faults.flatMap((fault) =>
    fault.topicHealedMs === undefined ? [] : [fault.topicHealedMs],
  );
  return [
    "",
    `Faults       ${String(faults.length)}`,
    `Commands     ${String(commands.length)}: ${count("accepted")} done, ${count("refused")} refused, ${count("unknown")} without an answer`,
    `Events       ${String(log.length)}`,
    `Looks        ${String(sightings.length)}`,
    `Failed       ${String(failures.length)} requests, each to be excused by a fault`,
    `Readers      ${lagText(faults.map((fault) => fault.lagHealedMs))}`,
    ...(topic.length === 0 ? [] : [`Topic        ${lagText(topic)}`]),
    ...(slowness > 1.5
      ? [
          `Machine      up to ${slowness.toFixed(1)} times busier than it can be: limits grew as much`,
        ]
      : []),
    "",
    violations.length === 0
      ? "KEPT: nothing lost (I1), nothing invented (I2), readers = log (I3), in order (I4), never back (I5), no error without a fault (I9), caught up alone (I10)."
      : `BROKEN ${String(violations.length)} times:`,
    ...violations.slice(0, shownViolations).map(({ invariant, what }) => `  ${invariant} ${what}`),
  ].join("\n");
}

function lagText(lags: readonly (number | null)[]): string {
  const sorted = lags.map((lag) => lag ?? Infinity).toSorted((left, right) => left - right);
  const at = (share: number): string => {
    const ms = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return `${(ms / 1_000).toFixed(2)} s`;
  };
  return `caught up p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} after healing`;
}
