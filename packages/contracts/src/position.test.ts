import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPosition, parsePosition } from "./position.ts";

test("a formatted position parses to itself", () => {
  const part = fc.integer({ min: 0, max: 63 });
  const pos = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(part, pos, (part, pos) => {
      expect(parsePosition(formatPosition({ part, pos }))).toEqual({ part, pos });
    }),
  );
});

test.each([
  "",
  "1",
  "1.",
  ".1",
  "64.1",
  "01.1",
  "1.01",
  "-1.1",
  "1.-1",
  "1.1 ",
  "1.1\n",
  "1.9007199254740992",
  "1.1.1",
  "a.b",
])("%j is not a position", (text) => {
  expect(parsePosition(text)).toBeNull();
});
