import { describe, expect, it } from "vitest";
import { closingLine, countTests } from "./test-count.mjs";

const green = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "passed", assertionResults: [{ status: "passed" }] }],
};

describe("countTests", () => {
  it("counts todo tests as skipped", () => {
    expect(countTests(green, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  });

  it("counts a file that does not load as a failure", () => {
    const testResults = [...green.testResults, { status: "failed", assertionResults: [] }];
    expect(countTests({ ...green, testResults }, 1).failed).toBe(1);
  });

  it("does not count the file of a failed test a second time", () => {
    const testResults = [{ status: "failed", assertionResults: [{ status: "failed" }] }];
    expect(countTests({ ...green, numFailedTests: 1, testResults }, 1).failed).toBe(1);
  });

  it("counts a run that ended badly with every test green as a failure", () => {
    expect(countTests(green, 1).failed).toBe(1);
  });

  it("counts a run without tests or without a report as a failure", () => {
    expect(countTests({ ...green, numPassedTests: 0 }, 0).failed).toBe(1);
    expect(countTests(null, null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("closingLine", () => {
  it("has the words that .ci/run looks for", () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 1 })).toBe(
      "12 passed, 0 failed, 1 skipped",
    );
  });
});
