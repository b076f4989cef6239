import { describe, expect, test } from "vitest";
import { TransactionConflict } from "../commands/transaction.ts";
import { errorAnswer, rejectionAnswer } from "./errors.ts";
import { Refusal } from "./refusal.ts";

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error("canary"), { code, ...more });

describe("an error", () => {
  test.each([
    ["refused at the door", new Refusal(403, "Not allowed"), 403, false],
    ["of too many conflicts", new TransactionConflict("canary"), 409, false],
    ["of a statement that took too long", withCode("57014"), 503, true],
    ["of a lock that took too long", withCode("55P03"), 503, true],
    ["of the database", withCode("42P01"), 500, true],
    [
      "of the framework, known",
      withCode("FST_ERR_CTP_BODY_TOO_LARGE", { statusCode: 413 }),
      413,
      false,
    ],
    ["of the framework, unknown", withCode("FST_ERR_NEW", { statusCode: 400 }), 400, false],
    ["of ours", new TypeError("canary"), 500, true],
    ["that is none", "canary", 500, true],
  ] as const)("%s becomes a sentence without details", (...[, error, status, unexpected]) => {
    const answer = errorAnswer(error);
    expect(answer).toMatchObject({ status, unexpected });
    expect(answer.error).toMatch(/^[A-Z][^\n]+$/);
    expect(answer.error).not.toContain("canary");
  });

  test("that passes says when to try again", () => {
    expect(errorAnswer(withCode("57014")).retryAfterSeconds).toBe(1);
  });
});

test.each([
  [{ kind: "not_found", reason: "The shipment has no such event." }, 404, "Not found"],
  [
    { kind: "not_found", reason: "There is no such customer.", field: "customerId" },
    404,
    "customerId: There is no such customer.",
  ],
  [{ kind: "conflict", reason: "It moved." }, 409, "It moved."],
  [{ kind: "invalid", reason: "Too late.", field: "eventAt" }, 400, "eventAt: Too late."],
  [{ kind: "invalid", reason: "Too late." }, 400, "Too late."],
] as const)("the rejection %j becomes HTTP", (rejection, status, error) => {
  expect(rejectionAnswer(rejection)).toEqual({ status, error });
});
