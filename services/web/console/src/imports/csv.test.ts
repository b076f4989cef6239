import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("values with separators, quotes and line breaks are quoted", () => {
  expect(
    toCsv([
      ["line", "error"],
      [2, 'city: "Bern", empty\nor not'],
    ]),
  ).toBe('line,error\r\n2,"city: ""Bern"", empty\nor not"\r\n');
});

test.each(["=1+1", "+41", "-1", "@sum", "\tx"])("%j is no formula in a spreadsheet", (text) => {
  expect(toCsv([[text]])).toBe(`'${text}\r\n`);
});
