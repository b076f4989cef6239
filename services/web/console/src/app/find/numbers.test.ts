import { expect, test } from "vitest";
import { boardAddress, pastedNumbers } from "./numbers.ts";

test.each([
  ["SHP-1\nSHP-2\r\nSHP-3", ["SHP-1", "SHP-2", "SHP-3"]],
  ["SHP-1, SHP-2; SHP-2", ["SHP-1", "SHP-2"]],
  ["SHP-1 SHP-2", ["SHP-1", "SHP-2"]],
  ["4711\t4712\n", ["4711", "4712"]],
  ["SHP-1", null],
  ["Bern Łódź", null],
  ["Musterstraße 5, Bern", null],
  ["", null],
])("a paste of %j is the list %j", (text, numbers) => {
  expect(pastedNumbers(text)).toEqual(numbers);
});

test("the board gets at most 50, and selects them", () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `N-${String(index)}`);
  const { searchParams } = new URL(boardAddress(numbers), "http://console.test");
  expect(searchParams.get("q")?.split(" ")).toEqual(numbers.slice(0, 50));
  expect(searchParams.get("select")).toBe("all");
  expect(boardAddress(["Bern"])).toBe("/?q=Bern");
});
