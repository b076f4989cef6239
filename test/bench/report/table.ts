import type { BenchFigure, UsedVersions } from "../figure.ts";
import type { PartRun } from "../run/run-part.ts";
import type { Machine } from "./machine.ts";

export interface Report {
  /** ISO 8601. */
  readonly at: string;
  readonly machine: Machine;
  readonly runs: readonly PartRun[];
}

/** The run as Markdown: machine, figures, what they are made of, and how each part fared. */
export function reportOf({ at, machine, runs }: Report): string {
  const figures = runs.flatMap(({ result }) => result.figures);
  const failed = runs.filter(({ failure }) => failure !== null);
  return [
    headOf(at, machine, Object.assign({}, ...runs.map(({ result }) => result.used))),
    ...failed.map(({ part, failure }) => `**${part.name} failed**: ${failure ?? ""}`),
    tableOf([figureHead, ...figures.map(figureRow), ...failed.map(missingRow)]),
    figures.map(({ id, note }) => `- ${id}: ${cellOf(note)}`).join("\n"),
    tableOf([partHead, ...runs.map(partRow)]),
  ].join("\n\n");
}

/** Which of its goals a figure's median reaches; null: it has none, or was not measured. */
export function reached({ median, floor, aim, unit }: BenchFigure): "aim" | "floor" | "no" | null {
  if (floor === null || Number.isNaN(median)) return null;
  // more is better where the aim is above the floor; with a floor alone, unless it is a time or a share of the machine
  const upwards = aim === null ? !["ms", "%"].includes(unit) : aim > floor;
  const meets = (goal: number): boolean => (upwards ? median >= goal : median <= goal);
  if (aim !== null && meets(aim)) return "aim";
  return meets(floor) ? "floor" : "no";
}

function headOf(at: string, machine: Machine, used: UsedVersions): string {
  const { cores, model, memoryGb, versions } = machine;
  const parts = Object.entries({ ...versions, ...used }).map(([name, it]) => `${name} ${it}`);
  const when = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  return `Run of ${when}: ${String(cores)} × ${model}, ${String(memoryGb)} GB of memory; ${parts.join(", ")}.`;
}

const figureHead = ["", "What", "Unit", "Min", "Median", "Max", "Floor", "Aim", "Reached"];

function figureRow(figure: BenchFigure): readonly string[] {
  const { id, what, unit, min, median, max, floor, aim } = figure;
  const words = { aim: "yes, the aim", floor: "yes, the floor", no: "**no**" };
  const result = reached(figure);
  return [
    id,
    what,
    unit,
    ...[min, median, max, floor, aim].map(numberOf),
    result === null ? "" : words[result],
  ];
}

function missingRow({ part }: PartRun): readonly string[] {
  return [part.goals, `the part ${part.name} failed`, "", "", "", "", "", "", "**no**"];
}

const partHead = ["Part", "Goals", "Minutes", "Load before", "Load after", "Outcome"];

function partRow({ part, seconds, loadBefore, loadAfter, failure }: PartRun): readonly string[] {
  const loads = [loadBefore, loadAfter].map((load) => load.toFixed(1));
  const { name, goals } = part;
  return [name, goals, (seconds / 60).toFixed(1), ...loads, failure === null ? "" : "**failed**"];
}

/** Three digits that count, without an exponent. */
export function numberOf(value: number | null): string {
  if (value === null) return "";
  if (Number.isNaN(value)) return "?";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(size >= 10 ? 1 : 2);
}

function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A cell is one line, and a bar would end it. */
function cellOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
}
