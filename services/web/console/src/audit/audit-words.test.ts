import { expect, test } from "vitest";
import { changeWords } from "./audit-words.ts";

test.each([
  [null, ""],
  [{ from: "billing", to: "viewer" }, "billing → viewer"],
  [{ reason: null }, "reason: empty"],
  [{ city: { from: "Bern", to: "Thun" }, n: 3 }, "city: Bern → Thun, n: 3"],
  [{ origin: { from: null, to: { city: "Bern" } } }, "origin: empty → (city: Bern)"],
  [{ shipmentNumber: "A-1", eventId: "01a2", city: "Bern" }, "city: Bern"],
  [{ fields: ["a", "b"] }, "fields: a and b"],
])("%j reads %s", (details, words) => {
  expect(changeWords(details)).toBe(words);
});
