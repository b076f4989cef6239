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
  [
    { host: "a.example.com", stateReason: "gone" },
    "host: a.example.com, why: the receiver answered 410 Gone",
  ],
  [{ stateReason: "failing" }, "why: every attempt of five days failed"],
  [
    { stateReason: "unsafe_target" },
    "why: its host leads to an address that webhooks are not sent to",
  ],
  [{ stateReason: "of a later version" }, "why: of a later version"],
])("%j reads %s", (details, words) => {
  expect(changeWords(details)).toBe(words);
});
