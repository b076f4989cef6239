import { expect, test } from "vitest";
import { ApiError } from "../api/index.ts";
import { fieldErrors } from "./field-errors.ts";

const refused = (message: string): ApiError => new ApiError({ status: 400, message });

test.each([
  ["city: must not be empty", ["city"], { city: "Must not be empty" }],
  [
    "origin.city: must not be empty",
    ["origin.city", "city"],
    { "origin.city": "Must not be empty" },
  ],
  ["origin.city: must not be empty", ["city"], { city: "Must not be empty" }],
  ["references[0].value: is too long", ["references"], { references: "Is too long" }],
  ["lines[2].amountMinor: x", ["lines.2.amountMinor"], { "lines.2.amountMinor": "X" }],
  ["secret: x", ["city"], {}],
  ["Not found", ["city"], {}],
])("%j belongs to the field", (message, fields, expected) => {
  expect(fieldErrors(refused(message), fields)).toEqual(expected);
});
