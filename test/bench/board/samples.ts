import { loadavg } from "node:os";
import type { BenchFigure } from "../figure.ts";
import type { ServiceTime } from "./site.ts";

/** What the page has noted of one action of the user (in-page.mjs). */
export interface Noted {
  /** From the last key or click to the rows on the screen, ms. */
  readonly paintedMs: number;
  /** False: nothing was painted after it, as the same rows were there already. */
  readonly changed: boolean;
  readonly keys: readonly { readonly delay: number; readonly duration: number }[];
  /** Durations of tasks of 50 ms and more. */
  readonly tasks: readonly number[];
  /** Milliseconds from frame to frame. */
  readonly gaps: readonly number[];
  readonly requests: number;
}

interface Sample extends Noted {
  /** CPU time of the page's main thread for the whole action. */
  readonly cpuMs: number;
}

export interface Samples {
  readonly name: string;
  readonly notes: Sample[];
  readonly served: ServiceTime[];
  load: number;
}

export function newSamples(name: string): Samples {
  return { name, notes: [], served: [], load: 0 };
}

export function addSample(samples: Samples, noted: Sample, served: readonly ServiceTime[]): void {
  samples.notes.push(noted);
  samples.served.push(...served);
  samples.load = Math.max(samples.load, loadavg()[0] ?? 0);
}

/** The value that a share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const ms = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(0));
const three = (values: readonly number[]): string =>
  [0.5, 0.95, 1].map((share) => ms(quantile(values, share)).padStart(4)).join(" / ");

/** One line: painted, the service's time, requests, keys, tasks. */
export function lineOf({ name, notes, served, load }: Samples): string {
  const painted = notes.filter((note) => note.changed).map((note) => note.paintedMs);
  const keys = notes.flatMap((note) => note.keys);
  const tasks = notes.flatMap((note) => note.tasks);
  const lists = served.filter(({ path }) => path === "/api/shipments").map((time) => time.ms);
  const requests = notes.reduce((sum, note) => sum + note.requests, 0) / notes.length;
  return [
    name.padEnd(34),
    `painted ${three(painted)} ms (${String(painted.length)}/${String(notes.length)})`,
    `service ${three(lists)}`,
    `page cpu ${three(notes.map((note) => note.cpuMs))}`,
    `requests ${requests.toFixed(1)}`,
    `key delay ${three(keys.map((key) => key.delay))}`,
    `key to frame ${three(keys.map((key) => key.duration))}`,
    `frame ${ms(
      quantile(
        notes.flatMap((note) => note.gaps),
        1,
      ),
    )}`,
    `long tasks ${String(tasks.length)}${tasks.length > 0 ? ` (${ms(Math.max(...tasks))})` : ""}`,
    `load ${load.toFixed(1)}`,
  ].join("  ");
}

/** What p95 of each action should not exceed. */
const goalMs = 200;

/**
 * As the table of all benches wants them: minimum, median and maximum are of single actions. The goal is one for p95, and the table judges medians:
 * so floor and aim are left out, and the note says what p95 is and whether it reaches the goal.
 */
export function figuresOf(samples: Samples, id: string): readonly BenchFigure[] {
  const painted = samples.notes.filter((note) => note.changed).map((note) => note.paintedMs);
  const tasks = samples.notes.flatMap((note) => note.tasks);
  return [
    {
      id,
      what: `board: ${samples.name}`,
      unit: "ms",
      min: quantile(painted, 0),
      median: quantile(painted, 0.5),
      max: quantile(painted, 1),
      floor: null,
      aim: null,
      note: `${p95Of(painted)}; ${String(tasks.length)} tasks of 50 ms or more; load ${samples.load.toFixed(1)}`,
    },
  ];
}

function p95Of(painted: readonly number[]): string {
  const p95 = quantile(painted, 0.95);
  if (Number.isNaN(p95)) return "nothing was painted";
  const judged = p95 <= goalMs ? "within" : "above";
  return `p95 of ${String(painted.length)} is ${ms(p95)} ms, ${judged} the goal of ${String(goalMs)} ms`;
}
