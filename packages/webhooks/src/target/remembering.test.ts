import { expect, test } from "vitest";
import { remembering } from "./remembering.ts";

test("an answer is computed once while it is kept, and no more answers are kept than asked for", () => {
  const asked: string[] = [];
  const length = remembering((text) => {
    asked.push(text);
    return text.length;
  }, 2);
  expect(["a", "bb", "a", "bb"].map(length)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(["a", "bb"]);
  expect(length("ccc")).toBe(3);
  expect(length("a")).toBe(1);
  expect(asked).toEqual(["a", "bb", "ccc", "a"]);
});

test("false is an answer, too", () => {
  let asked = 0;
  const never = remembering(() => {
    asked += 1;
    return false;
  }, 2);
  expect([never("a"), never("a")]).toEqual([false, false]);
  expect(asked).toBe(1);
});
