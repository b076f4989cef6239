import { randomBytes } from "node:crypto";
import { createSecretBox } from "@shipment-tracking/secrets";
import { expect, test } from "vitest";
import { changedHeaders, maskedHeaders, openHeaders, sealHeaders } from "./endpoint-headers.ts";

const box = createSecretBox([{ id: "test", key: randomBytes(32) }]);

test("what is not named stays, null takes away, a value replaces, whatever the case of the name", () => {
  const before = [
    { name: "X-One", value: "1" },
    { name: "X-Two", value: "2" },
  ];
  expect(changedHeaders(before, {})).toEqual(before);
  expect(changedHeaders(before, { "x-one": null, "x-two": "3", "X-New": "4" })).toEqual([
    { name: "x-two", value: "3" },
    { name: "X-New", value: "4" },
  ]);
  expect(changedHeaders(before, { "X-Unknown": null })).toEqual(before);
});

test("the whole after a change is judged, not the change alone", () => {
  const before = Array.from({ length: 10 }, (_, n) => ({ name: `X-${String(n)}`, value: "a" }));
  expect(() => changedHeaders(before, { "X-New": "a" })).toThrow(/^headers: .*at most 10/);
  expect(changedHeaders(before, { "X-0": null, "X-New": "a" })).toHaveLength(10);
});

test("a long name comes back shortened", () => {
  expect(() => changedHeaders([], { ["x".repeat(5_000)]: "a" })).toThrow(/^headers\.x{64}: /);
});

test("headers are opened for their own endpoint only, and shown without values", () => {
  const headers = [{ name: "X-Api-Key", value: "secret" }];
  const sealed = sealHeaders(box, "one", headers);
  expect(openHeaders(box, { id: "one", headers: sealed })).toEqual(headers);
  expect(() => openHeaders(box, { id: "two", headers: sealed })).toThrow();
  expect(sealHeaders(box, "one", [])).toBeNull();
  expect(openHeaders(box, { id: "one", headers: null })).toEqual([]);
  expect(JSON.stringify(maskedHeaders(headers))).not.toContain("secret");
});
