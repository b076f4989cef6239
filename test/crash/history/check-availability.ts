import type { Component, Exit, Failure, Fault, History, Violation } from "./history.ts";

/** What a door needs to answer. Everything else may be down without its clients noticing an error. */
const needs: Readonly<Record<Failure["door"], readonly Component[]>> = {
  web: ["web", "postgres"],
  api: ["api", "postgres"],
};
const graceMs = 2_000;
const lagLimitMs = 10_000;

/**
 * I9: no failed request without a fault in what its door depends on, and none later than 2 s after that healed. I10: readers catch up within 10 s of
 * every healing, and no process ends but those that were killed. Both limits are for an idle machine, and grow on a busy one.
 */
export function checkAvailability(history: History): readonly Violation[] {
  const { failures, faults, exits } = history;
  return [
    ...failures.flatMap((failure) => checkFailure(failure, faults)),
    ...faults.flatMap(checkLag),
    ...exits.flatMap(checkExit),
  ];
}

function checkFailure(failure: Failure, faults: readonly Fault[]): Violation[] {
  const { door, status, endedAt, what } = failure;
  const excused = faults.some(
    ({ component, beganAt, healedAt, patience }) =>
      needs[door].includes(component) &&
      beganAt <= endedAt &&
      endedAt <= healedAt + graceMs * patience,
  );
  if (excused) return [];
  const how = status === null ? "was not answered" : `was answered with ${String(status)}`;
  const when = `at ${endedAt.toFixed(0)} ms`;
  return [{ invariant: "I9", what: `${what} (${door}) ${how} ${when} without a fault` }];
}

function checkLag({ component, name, healedAt, ...took }: Fault): Violation[] {
  const after = `after ${name} of ${component}, healed at ${healedAt.toFixed(0)} ms`;
  const late = (who: string, ms: number | null | undefined): Violation[] => {
    if (ms === undefined || (ms !== null && ms <= lagLimitMs * took.patience)) return [];
    const how = ms === null ? "never caught up" : `needed ${ms.toFixed(0)} ms`;
    return [{ invariant: "I10", what: `${who} ${how} ${after}` }];
  };
  return [...late("readers", took.lagHealedMs), ...late("the topic", took.topicHealedMs)];
}

function checkExit({ component, at, how, wanted }: Exit): Violation[] {
  if (wanted) return [];
  return [
    { invariant: "I10", what: `${component} ended by itself (${how}) at ${at.toFixed(0)} ms` },
  ];
}
