import { expect, test } from "vitest";
import { isDataError } from "./data-error.ts";

test.each([
  ["22021", "a byte sequence the encoding forbids", true],
  ["22P05", "a character the encoding has not", true],
  ["23505", "a value that must be unique", true],
  ["54000", "a row too big for its index", true],
  ["40P01", "a deadlock", false],
  ["40001", "a serialization failure", false],
  ["57014", "a statement cancelled by timeout", false],
  ["57P01", "a connection ended by the administrator", false],
  ["08006", "a lost connection", false],
  ["53100", "a full disk", false],
  ["42501", "a missing right", false],
  ["42P01", "a missing table", false],
  ["25006", "a read-only server", false],
  ["ECONNREFUSED", "no server", false],
])("%s, %s: an event's fault: %s", (code, _meaning, expected) => {
  expect(isDataError(Object.assign(new Error("x"), { code }))).toBe(expected);
});

test("what is no database error is no event's fault", () => {
  expect(isDataError(new TypeError("bug"))).toBe(false);
  expect(isDataError({ code: "23505" })).toBe(false);
});
