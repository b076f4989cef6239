import { expect, test } from "vitest";
import { judgeQueue } from "./check-webhooks.ts";

test.each([
  [0, 0, "ok", "3 deliveries are open."],
  [0, 0.4, "ok", "3 deliveries are open."],
  [
    5,
    0,
    "ok",
    "3 deliveries are open, the oldest that could be sent has waited for a worker for 5.0 s.",
  ],
  [
    90,
    0,
    "warn",
    "3 deliveries are open, the oldest that could be sent has waited for a worker for 90.0 s.",
  ],
  [
    301,
    0,
    "fail",
    "3 deliveries are open, the oldest that could be sent has waited for a worker for 301.0 s.",
  ],
  [
    0,
    9_000,
    "ok",
    "3 deliveries are open; endpoints that fail or are paused have held some back, for 9000.0 s at most.",
  ],
])("ready for %i s, held back for %i s: %s", (readySeconds, waitingSeconds, status, message) => {
  expect(judgeQueue({ open: 3, readySeconds, waitingSeconds })).toMatchObject({ status, message });
});
