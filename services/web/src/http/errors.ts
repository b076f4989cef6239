import type { Rejection } from "@shipment-tracking/domain";
import type { FastifyError } from "fastify";
import { TooManyAttempts } from "../auth/attempts.ts";
import { PasswordQueueFull } from "../auth/passwords.ts";
import { TransactionConflict } from "../commands/transaction.ts";
import { Refusal } from "./refusal.ts";

/** What the client is told; everything else about an error goes to the log only. */
export interface ErrorAnswer {
  readonly status: number;
  readonly error: string;
  /** True when somebody must look: the error was not meant to happen. */
  readonly unexpected: boolean;
  readonly retryAfterSeconds?: number;
}

/** The one place where errors become HTTP. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return expected(error.status, error.message);
  if (error instanceof TransactionConflict) {
    return expected(409, "Too many changes at the same time: please try again.");
  }
  if (error instanceof PasswordQueueFull) return busy(false);
  if (error instanceof TooManyAttempts) {
    return { ...expected(429, error.message), retryAfterSeconds: error.retryAfterSeconds };
  }
  if (!(error instanceof Error)) return serverError;
  if ("code" in error && typeof error.code === "string") {
    if (error.code === statementTimeout || error.code === lockTimeout) return busy(true);
    const sentence = frameworkSentences.get(error.code);
    if (sentence !== undefined) return expected(statusOf(error), sentence);
  }
  const status = statusOf(error);
  return status < 500 ? expected(status, "The request cannot be read.") : serverError;
}

/** The business's refusals (03-domain: 409 with a sentence). */
export function rejectionAnswer(rejection: Rejection): {
  readonly status: number;
  readonly error: string;
} {
  switch (rejection.kind) {
    // with a field it is something that the body names, not what the path does
    case "not_found":
      return {
        status: 404,
        error:
          rejection.field === undefined ? "Not found" : `${rejection.field}: ${rejection.reason}`,
      };
    case "conflict":
      return { status: 409, error: rejection.reason };
    case "invalid":
      return {
        status: 400,
        error:
          rejection.field === undefined
            ? rejection.reason
            : `${rejection.field}: ${rejection.reason}`,
      };
  }
}

const statementTimeout = "57014";
const lockTimeout = "55P03";

const serverError: ErrorAnswer = { status: 500, error: "Server error", unexpected: true };

/** Fastify's own errors, in this service's words. */
const frameworkSentences: ReadonlyMap<string, string> = new Map([
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "The Content-Type must be application/json."],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "The body is too large."],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "The body is shorter than its Content-Length."],
  ["FST_ERR_BAD_URL", "The URL is not encoded correctly."],
]);

function expected(status: number, error: string): ErrorAnswer {
  return { status, error, unexpected: false };
}

function busy(unexpected: boolean): ErrorAnswer {
  return {
    status: 503,
    error: "The service is busy: please try again.",
    unexpected,
    retryAfterSeconds: 1,
  };
}

function statusOf(error: Error & Partial<Pick<FastifyError, "statusCode">>): number {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 600 ? status : 500;
}
