import { writeFileSync } from "node:fs";

/** One figure of a bench: of several rounds, in the order of the goals in the performance design. */
export interface BenchFigure {
  /** Of the goal, for example "P7"; with a letter or a word when a goal has several figures. */
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** What it must reach, and what it is meant to reach; null: it is only shown. */
  readonly floor: number | null;
  readonly aim: number | null;
  readonly note: string;
}

/** For whoever runs several benches and makes one table of them. */
export function writeFigures(file: string, figures: readonly BenchFigure[]): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
