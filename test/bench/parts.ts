/** A bench of its own, run as a process of its own. */
export interface Part {
  readonly name: string;
  /** Goals of the performance design that it measures. */
  readonly goals: string;
  readonly measures: string;
  /** About how long it takes on two cores. */
  readonly minutes: number;
  /** Script in this directory, with its arguments; `--json <file>` is added. */
  readonly script: string;
  readonly arguments: readonly string[];
}

/** In the order in which they run. */
export const parts: readonly Part[] = [
  {
    name: "list",
    goals: "P1 P2 P3 P3b",
    measures: "polled list, 304 and cold list beside node:http, pgbench and fastify + pg",
    minutes: 4,
    script: "read-api-speed.ts",
    arguments: ["ratios", "5", "5"],
  },
  {
    name: "deep",
    goals: "P4 P11",
    measures: "CPU of pages far down a list and of long timelines",
    minutes: 2,
    script: "read-api-speed.ts",
    arguments: ["deep", "5", "2"],
  },
  {
    name: "projector",
    goals: "P5",
    measures: "projected events beside pgbench running the same writes",
    minutes: 3,
    script: "projector-speed.ts",
    arguments: [],
  },
  {
    name: "rebuild",
    goals: "P5b",
    measures: "a rebuild of the read tables beside applying row by row",
    minutes: 2,
    script: "rebuild.ts",
    arguments: [],
  },
  {
    name: "freshness",
    goals: "P6 P8",
    measures: "command → list and the polled list, idle and while the projector works",
    minutes: 4,
    script: "freshness.ts",
    arguments: [],
  },
  {
    name: "idle",
    goals: "P9",
    measures: "CPU of each service while nothing happens",
    minutes: 4,
    script: "idle.ts",
    arguments: [],
  },
  {
    name: "append",
    goals: "P10",
    measures: "commands with dense positions beside a plain sequence",
    minutes: 1,
    script: "append-speed.ts",
    arguments: [],
  },
  {
    name: "webhooks",
    goals: "P7 P7b P7c",
    measures: "deliveries, their latency and fairness beside a bare loop of requests",
    minutes: 10,
    script: "webhooks.ts",
    arguments: [],
  },
];

/** The parts with these names in the order of all parts, all when none is named. Throws a sentence that names what is unknown. */
export function chooseParts(names: readonly string[]): readonly Part[] {
  const known = new Set(parts.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new RangeError(`No part is called ${unknown.join(", ")}: ${[...known].join(", ")}`);
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
}
