import { slopeOf } from "../slope.ts";
import type { DatabaseState, TableState } from "./sample.ts";

/** What was seen at one moment; times and counts since the sample before. */
export interface Sample extends DatabaseState {
  readonly atSeconds: number;
  readonly rssBytes: number;
  /** Of the worker's memory, what is in use once its garbage is collected. */
  readonly inUseBytes: number;
  readonly claimP50Ms: number;
  readonly claimP99Ms: number;
}

export interface Verdict {
  readonly what: string;
  readonly passed: boolean;
  readonly figures: string;
}

/**
 * Whether the tables stay small and the worker as well. The first third of the samples is left out where growth is asked for: tables reach
 * their working size, the process its working set.
 */
export function judgeSamples(samples: readonly Sample[]): readonly Verdict[] {
  const settled = samples.slice(Math.floor(samples.length / 3));
  return [
    deadRows("hooks.deliveries", settled, ({ deliveries }) => deliveries),
    deadRows("hooks.endpoint_health", settled, ({ health }) => health),
    size("hooks.deliveries", settled, ({ deliveries }) => deliveries),
    size("hooks.endpoint_health", settled, ({ health }) => health),
    claims(settled),
    memory(settled),
  ];
}

type Table = (sample: Sample) => TableState;

/** The autovacuum launcher looks once a minute by default, and a round takes its time. */
const minutesOfChurn = 2.5;

function deadRows(name: string, samples: readonly Sample[], table: Table): Verdict {
  const most = Math.max(...samples.map((sample) => table(sample).dead));
  const perMinute = churnPerMinute(samples.map((sample) => [sample.atSeconds, table(sample)]));
  const allowed = Math.round(minutesOfChurn * perMinute) + 1_000;
  return {
    what: `${name}: dead rows stay below ${String(minutesOfChurn)} minutes of work`,
    passed: most <= allowed,
    figures: `at most ${String(most)}, ${String(Math.round(perMinute))} are made a minute`,
  };
}

function churnPerMinute(states: readonly (readonly [number, TableState])[]): number {
  const [first] = states;
  const last = states.at(-1);
  if (first === undefined || last === undefined || last[0] === first[0]) return 0;
  const dead = (state: TableState): number => state.updates + state.deletes;
  return ((dead(last[1]) - dead(first[1])) / (last[0] - first[0])) * 60;
}

function size(name: string, samples: readonly Sample[], table: Table): Verdict {
  const pages = samples.map((sample) => table(sample).pages + table(sample).indexPages);
  const [first = 0] = pages;
  const most = Math.max(...pages);
  return {
    what: `${name} with its indexes does not grow any more`,
    // a few hundred KB are no growth
    passed: most <= first * 1.15 + 64,
    figures: `${String(first)} pages after the first third, at most ${String(most)}`,
  };
}

function claims(samples: readonly Sample[]): Verdict {
  const half = Math.ceil(samples.length / 2);
  const mean = (some: readonly Sample[]): number =>
    some.reduce((sum, { claimP50Ms }) => sum + claimP50Ms, 0) / Math.max(1, some.length);
  const [before, after] = [mean(samples.slice(0, half)), mean(samples.slice(half))];
  return {
    what: "claims do not become slower",
    passed: after <= before * 1.5 + 2,
    figures: `p50 ${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`,
  };
}

const mb = 1024 * 1024;

function memory(samples: readonly Sample[]): Verdict {
  const slope = slopeOf(
    samples.map(({ atSeconds, inUseBytes }) => [atSeconds / 60, inUseBytes / mb]),
  );
  const most = Math.max(...samples.map(({ rssBytes }) => rssBytes));
  return {
    what: "the worker's memory in use does not grow by more than 0.5 MB a minute",
    passed: slope <= 0.5,
    figures: `${slope.toFixed(2)} MB a minute, RSS at most ${(most / mb).toFixed(0)} MB`,
  };
}
