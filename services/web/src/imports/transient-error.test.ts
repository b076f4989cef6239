import { expect, test } from "vitest";
import { isTransient } from "./transient-error.ts";

function failure(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test.each([
  failure("terminating connection due to administrator command", "57P01"),
  failure("the database system is starting up", "57P03"),
  failure("canceling statement due to statement timeout", "57014"),
  failure("deadlock detected", "40P01"),
  failure("could not extend file: No space left on device", "53100"),
  failure("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
  failure("Connection terminated unexpectedly"),
  failure("timeout exceeded when trying to connect"),
])("passes by itself: $message", (error) => {
  expect(isTransient(error)).toBe(true);
});

test.each([
  failure("invalid byte sequence for encoding UTF8: 0x00", "22021"),
  failure("null value in column violates not-null constraint", "23502"),
  failure('relation "write.imports" does not exist', "42P01"),
  new TypeError("Cannot read properties of undefined"),
  "no error at all",
])("stays: %s", (error) => {
  expect(isTransient(error)).toBe(false);
});
