import { describe, expect, test } from "vitest";
import { addSample, figuresOf, newSamples, type Noted } from "./samples.ts";

const noted: Noted = {
  paintedMs: 0,
  changed: true,
  keys: [],
  tasks: [],
  gaps: [],
  requests: 1,
};

function samplesOf(painted: readonly number[]) {
  const samples = newSamples("view Late, again");
  for (const paintedMs of painted) addSample(samples, { ...noted, paintedMs, cpuMs: 1 }, []);
  return samples;
}

describe("the figure of an action", () => {
  test("has minimum, median and maximum of its times, and p95 in its note", () => {
    // 10, 20, … 200
    const samples = samplesOf(Array.from({ length: 20 }, (_, index) => (20 - index) * 10));
    addSample(samples, { ...noted, paintedMs: 5, changed: false, tasks: [60], cpuMs: 1 }, []);
    const [figure] = figuresOf(samples, "B1");
    expect(figure).toMatchObject({
      id: "B1",
      what: "board: view Late, again",
      min: 10,
      median: 100,
      max: 200,
      floor: null,
      aim: null,
    });
    expect(figure?.note).toMatch(/^p95 of 20 is 190 ms, within the goal of 200 ms; 1 tasks of/);
  });

  test("says when p95 is above the goal", () => {
    expect(figuresOf(samplesOf([1, 1, 201]), "B1")[0]?.note).toContain("201 ms, above the goal");
  });

  test("says when nothing was painted", () => {
    expect(figuresOf(samplesOf([]), "B1")[0]?.note).toContain("nothing was painted");
  });
});
