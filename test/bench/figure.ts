import { readFileSync, writeFileSync } from "node:fs";

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

/** Versions of what only some parts use, by name, for example `{ Kafka: "4.3.1" }`. */
export type UsedVersions = Readonly<Record<string, string>>;

export interface FigureFile {
  readonly figures: readonly BenchFigure[];
  readonly used: UsedVersions;
}

/** For whoever runs several benches and makes one table of them. */
export function writeFigures(
  file: string,
  figures: readonly BenchFigure[],
  used: UsedVersions = {},
): void {
  const content: FigureFile = { figures, used };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** What `writeFigures` wrote; NaN comes back where JSON had to write null. */
export function readFigures(file: string): FigureFile {
  // as: the shape that writeFigures gives it
  const { figures, used } = JSON.parse(readFileSync(file, "utf8")) as FigureFile;
  const measured = (value: number | null): number => value ?? Number.NaN;
  return {
    used,
    figures: figures.map((figure) => ({
      ...figure,
      min: measured(figure.min),
      median: measured(figure.median),
      max: measured(figure.max),
    })),
  };
}
