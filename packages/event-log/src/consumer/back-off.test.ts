import { describe, expect, it } from "vitest";
import { backOffMs } from "./back-off.ts";

describe("backOffMs", () => {
  it("doubles from 50 ms to 2 s", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 100, 5_000].map((attempt) => backOffMs(attempt, 1));
    expect(longest).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000, 2_000]);
  });

  it("jitters over half of the delay", () => {
    expect([backOffMs(3, 0), backOffMs(3, 0.5), backOffMs(3, 1)]).toEqual([100, 150, 200]);
  });
});
