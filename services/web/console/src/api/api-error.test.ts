import { expect, test } from "vitest";
import { ApiError, readError, sentenceFor, splitField } from "./api-error.ts";

test.each([
  ["city: must not be empty", "city", "must not be empty"],
  ["origin.countryCode: must be a country", "origin.countryCode", "must be a country"],
  ["lines[2].amountMinor: must be above 0", "lines[2].amountMinor", "must be above 0"],
  [
    "Idempotency-Key: must be 1 to 255 characters.",
    null,
    "Idempotency-Key: must be 1 to 255 characters.",
  ],
  ["The service is busy: please try again.", null, "The service is busy: please try again."],
  ["Not found", null, "Not found"],
])("of the sentence %j the field is %j", (message, field, sentence) => {
  expect(splitField(message)).toEqual({ field, sentence });
});

test("an error holds what the answer says", async () => {
  const response = new Response('{"error":"Too many tries."}', {
    status: 429,
    headers: { "retry-after": "30", "x-request-id": "r-1" },
  });
  const error = await readError(response);
  expect({ ...error, message: error.message }).toMatchObject({
    status: 429,
    message: "Too many tries.",
    requestId: "r-1",
    retryAfterSeconds: 30,
  });
});

test("the page of a proxy is not shown to anybody", async () => {
  const error = await readError(new Response("<h1>502</h1>", { status: 502 }));
  expect(error.message).toBe("The service answered with status 502.");
});

test("people are told the field with its sentence, and nothing of an unexpected error's inside", () => {
  expect(sentenceFor(new ApiError({ status: 400, message: "city: must not be empty" }))).toBe(
    "city: must not be empty",
  );
  expect(sentenceFor(new TypeError("x is undefined"))).toBe("Something went wrong in this page.");
});
