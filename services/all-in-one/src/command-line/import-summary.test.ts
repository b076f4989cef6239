import { expect, test } from "vitest";
import { exitCodeOf, summaryJson, summaryLines } from "./import-summary.ts";
import type { ImportStatus } from "./web-client.ts";

const done: ImportStatus = {
  id: "018f0000-0000-7000-8000-000000000001",
  kind: "events",
  state: "done",
  error: null,
  total: 80_000,
  processed: 80_000,
  accepted: 79_000,
  duplicates: 1_000,
  rejectedCount: 0,
  rejected: [],
};

function rejectedLines(count: number): ImportStatus["rejected"] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    error: "city: must not be blank",
  }));
}

test("exit code 0 for accepted and duplicate lines, 2 for rejected ones, 1 for a failed import", () => {
  expect(exitCodeOf(done)).toBe(0);
  expect(exitCodeOf({ ...done, rejectedCount: 1 })).toBe(2);
  expect(exitCodeOf({ ...done, state: "failed", error: "No." })).toBe(1);
});

test("the summary counts and gives the speed", () => {
  expect(summaryLines({ source: "scans.csv", status: done, durationMs: 10_000 })).toEqual([
    "events from scans.csv: 79,000 imported, 1,000 already there, 0 rejected (10.0 s, 8,000 lines/s)",
  ]);
});

test("the summary names rejected lines, the first hundred of many", () => {
  const few = { ...done, rejectedCount: 2, rejected: rejectedLines(2) };
  expect(summaryLines({ source: "-", status: few, durationMs: 1 }).slice(1)).toEqual([
    "  line 2: city: must not be blank",
    "  line 3: city: must not be blank",
  ]);
  const many = { ...done, rejectedCount: 1_200, rejected: rejectedLines(1_200) };
  const lines = summaryLines({ source: "-", status: many, durationMs: 1 });
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe("  and 1,100 more; --json lists them");
});

test("a failed import ends with its reason", () => {
  const failed = { ...done, state: "failed" as const, error: "The file is empty." };
  expect(summaryLines({ source: "-", status: failed, durationMs: 1 }).at(-1)).toBe(
    "The import failed: The file is empty.",
  );
});

test("the JSON has every rejected line", () => {
  const status = { ...done, rejectedCount: 1_200, rejected: rejectedLines(1_200) };
  const json: unknown = JSON.parse(summaryJson({ source: "scans.csv", status, durationMs: 12.4 }));
  expect(json).toEqual({ source: "scans.csv", ...status, durationMs: 12 });
});
