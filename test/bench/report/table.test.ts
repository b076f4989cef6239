import { expect, test } from "vitest";
import type { BenchFigure } from "../figure.ts";
import { chooseParts, parts } from "../parts.ts";
import type { PartRun } from "../run/run-part.ts";
import { numberOf, reached, reportOf } from "./table.ts";

const figure: BenchFigure = {
  id: "P1",
  what: "polled page ÷ raw",
  unit: "ratio",
  min: 0.49,
  median: 0.67,
  max: 0.691,
  floor: 0.5,
  aim: 0.7,
  note: "32 connections",
};

test.each([
  [{ ...figure, median: 0.7 }, "aim"],
  [{ ...figure, median: 0.69 }, "floor"],
  [{ ...figure, median: 0.49 }, "no"],
  [{ ...figure, floor: 250, aim: 60, unit: "ms", median: 60 }, "aim"],
  [{ ...figure, floor: 250, aim: 60, unit: "ms", median: 61 }, "floor"],
  [{ ...figure, floor: 250, aim: 60, unit: "ms", median: 251 }, "no"],
  [{ ...figure, floor: 2, aim: 1.3, median: 1.2 }, "aim"],
  [{ ...figure, floor: 1_000, aim: null, unit: "ms", median: 900 }, "floor"],
  [{ ...figure, floor: 0.5, aim: null, median: 0.4 }, "no"],
  [{ ...figure, floor: null, aim: null }, null],
  [{ ...figure, median: Number.NaN }, null],
] as const)("the median decides what is reached (%#)", (one, wanted) => {
  expect(reached(one)).toBe(wanted);
});

test("numbers keep three digits that count", () => {
  expect([0.356, 4.444, 12.34, 123.4, 12_345.6, null, Number.NaN].map(numberOf)).toEqual([
    "0.36",
    "4.44",
    "12.3",
    "123",
    "12,346",
    "",
    "?",
  ]);
});

const machine = { cores: 2, model: "A | B", memoryGb: 24, versions: { "Node.js": "20.20.2" } };
const [list, deep] = parts;
if (list === undefined || deep === undefined) throw new Error("there are parts");
const good: PartRun = {
  part: list,
  seconds: 90,
  loadBefore: 0.54,
  loadAfter: 1.96,
  result: { figures: [figure], used: { Kafka: "4.3.1" } },
  failure: null,
};
const at = "2026-11-28T09:12:13.000Z";

test("the table has a line a figure, with floor, aim and what is reached", () => {
  const report = reportOf({ at, machine, runs: [good] });
  expect(report).toContain("Run of 2026-11-28 09:12 UTC: 2 × A | B, 24 GB of memory; ");
  expect(report).toContain("Node.js 20.20.2, Kafka 4.3.1.");
  expect(report).toContain(
    "| P1 | polled page ÷ raw | ratio | 0.49 | 0.67 | 0.69 | 0.50 | 0.70 | yes, the floor |",
  );
  expect(report).toContain("- P1: 32 connections");
  expect(report).toContain("| list | P1 P2 P3 P3b | 1.5 | 0.5 | 2.0 |  |");
  expect(report).not.toContain("failed");
});

test("a part that failed is named, and the others' figures stay", () => {
  const bad: PartRun = {
    ...good,
    part: deep,
    result: { figures: [], used: {} },
    failure: "ended with exit code 1 (Error: no room)",
  };
  const report = reportOf({ at, machine, runs: [good, bad] });
  expect(report).toContain("| P1 | polled page");
  expect(report).toContain("**deep failed**: ended with exit code 1 (Error: no room)");
  expect(report).toContain("| P4 P11 | the part deep failed |  |  |  |  |  |  | **no** |");
  expect(report).toMatch(/\| deep \| P4 P11 \|.*\| \*\*failed\*\* \|/);
});

test("a bar in a text does not end its cell", () => {
  const report = reportOf({
    at,
    machine,
    runs: [{ ...good, result: { figures: [{ ...figure, what: "a|b" }], used: {} } }],
  });
  expect(report).toContain("| P1 | a\\|b |");
});

test("named parts run in the order of all parts", () => {
  expect(chooseParts(["idle", "list"]).map(({ name }) => name)).toEqual(["list", "idle"]);
  expect(chooseParts([])).toBe(parts);
});

test("an unknown part is refused by its name", () => {
  expect(() => chooseParts(["list", "lost"])).toThrow(/No part is called lost: list, deep/);
});
