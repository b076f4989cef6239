import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fnv1a, partOf } from "./part.ts";
import { partCount } from "./port.ts";

/** The same ids in every run, as good as random. */
function hashedId(index: number): string {
  const hex = createHash("sha256").update(String(index)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Pearson's chi-square of the parts against an even spread; 63 degrees of freedom: above 120 once in 100,000 fair spreads. */
function chiSquareOf(streamIds: readonly string[]): number {
  const counts = Array.from({ length: partCount }, () => 0);
  for (const streamId of streamIds) counts[partOf(streamId)] = (counts[partOf(streamId)] ?? 0) + 1;
  const expected = streamIds.length / partCount;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("fnv1a", () => {
  it.each([
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["b", 0xe70c2de5],
    ["foobar", 0xbf9cf968],
  ])("agrees with the published test vector of %j", (text, hash) => {
    expect(fnv1a(text)).toBe(hash);
  });
});

describe("partOf", () => {
  it.each([
    ["00000000-0000-0000-0000-000000000000", 17],
    ["3d3dc1a4-7d7c-4d86-9c3d-0d6a3c4f2a10", 53],
    ["f47ac10b-58cc-4372-a567-0e02b2c3d479", 0],
  ])("never changes for a stored stream: %s", (streamId, part) => {
    expect(partOf(streamId)).toBe(part);
  });

  it("is a whole number from 0 to 63, the same for upper and lower case", () => {
    fc.assert(
      fc.property(fc.uuid(), (streamId) => {
        const part = partOf(streamId);
        expect(part).toBe(partOf(streamId.toUpperCase()));
        expect(Number.isInteger(part) && part >= 0 && part < partCount).toBe(true);
      }),
    );
  });

  it("spreads random ids evenly", () => {
    expect(chiSquareOf(Array.from({ length: 64_000 }, (_, index) => hashedId(index)))).toBeLessThan(
      120,
    );
  });

  it("spreads ids that differ in a counter or a time only", () => {
    const counted = Array.from(
      { length: 64_000 },
      (_, index) => `0190f3c2-7a00-7000-8000-${index.toString(16).padStart(12, "0")}`,
    );
    const timed = Array.from({ length: 64_000 }, (_, index) => {
      const time = (0x0190f3c27a00 + index * 37).toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0123456789ab`;
    });
    expect(chiSquareOf(counted)).toBeLessThan(120);
    expect(chiSquareOf(timed)).toBeLessThan(120);
  });
});
