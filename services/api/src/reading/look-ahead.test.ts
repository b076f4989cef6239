import { expect, test } from "vitest";
import { createLookAhead } from "./look-ahead.ts";

test("a request not seen before is expected to need a read", () => {
  expect(createLookAhead(10).expectsRead("a")).toBe(true);
});

test.each([
  { went: [true], expected: false },
  { went: [true, true], expected: true },
  { went: [true, true, true], expected: true },
  { went: [true, true, false], expected: false },
  { went: [true, false, true], expected: false },
  { went: [false, true, true], expected: true },
])("after reads $went the next one expects a read: $expected", ({ went, expected }) => {
  const ahead = createLookAhead(10);
  for (const wasRead of went) ahead.learn("a", wasRead);
  expect(ahead.expectsRead("a")).toBe(expected);
});

test("the name learned longest ago is forgotten first", () => {
  const ahead = createLookAhead(2);
  for (const name of ["a", "b", "a", "c"]) ahead.learn(name, false);
  expect(["a", "b", "c"].map((name) => ahead.expectsRead(name))).toEqual([true, false, false]);
});
