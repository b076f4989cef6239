import { expect, test } from "vitest";
import { allOrNone, extended, toggled } from "./table-selection.ts";

const keys = ["a", "b", "c", "d"];

test("a row is taken in and out again", () => {
  expect([...toggled(new Set(["a"]), "b")]).toEqual(["a", "b"]);
  expect([...toggled(new Set(["a", "b"]), "b")]).toEqual(["a"]);
});

test("Shift takes all from the last one to this one, in both directions", () => {
  expect([...extended(new Set(["d"]), keys, { from: "a", to: "c" })]).toEqual(["d", "a", "b", "c"]);
  expect([...extended(new Set(), keys, { from: "c", to: "b" })]).toEqual(["b", "c"]);
  expect([...extended(new Set(), keys, { from: null, to: "b" })]).toEqual(["b"]);
  expect([...extended(new Set(), keys, { from: "gone", to: "b" })]).toEqual(["b"]);
});

test("the head's box takes all, or none when all are taken", () => {
  expect([...allOrNone(new Set(["b"]), keys)].toSorted()).toEqual(keys);
  expect([...allOrNone(new Set(keys), keys)]).toEqual([]);
});
