import { expect, test } from "vitest";
import {
  cancel,
  change,
  create,
  minute,
  record,
  reopen,
  report,
  share,
  startReturn,
  voiding,
} from "./fixtures/commands.ts";
import { windowStart } from "./window.ts";

test("a scan needs the facts from its instant on, a started return those from now on", () => {
  expect(windowStart(record("pickup", { eventAt: minute(7) }))).toEqual({
    kind: "from",
    eventAt: minute(7),
  });
  expect(windowStart(startReturn(minute(9)))).toEqual({ kind: "from", eventAt: minute(9) });
});

test("a void needs the facts from the voided one on, or from its replacement's instant", () => {
  const replacement = report("pickup", { eventAt: minute(3) });
  expect(windowStart(voiding("a"))).toEqual({ kind: "from_fact", eventId: "a", orEventAt: null });
  expect(windowStart(voiding("a", replacement))).toEqual({
    kind: "from_fact",
    eventId: "a",
    orEventAt: minute(3),
  });
});

test("only a pickup appointment, set or cleared, needs the whole history", () => {
  expect(windowStart(change({ pickupScheduledAt: minute(1) }))).toEqual({ kind: "all" });
  expect(windowStart(change({ pickupScheduledAt: null }))).toEqual({ kind: "all" });
  expect(windowStart(change({ deliveryScheduledAt: minute(1) }))).toEqual({ kind: "none" });
});

test("the other commands need no fact", () => {
  for (const command of [create(), cancel, reopen, share]) {
    expect(windowStart(command)).toEqual({ kind: "none" });
  }
});
