import { describe, expect, test } from "vitest";
import { decideShipment } from "./decide.ts";
import { currentStatus } from "./current-status.ts";
import {
  cancel,
  create,
  eventId,
  minute,
  now,
  record,
  report,
  startReturn,
  voiding,
} from "./fixtures/commands.ts";
import { eventOf, play, playOn, refusal, restatedBy, timeline } from "./fixtures/play.ts";
import type { Instant } from "../ids.ts";

const state = play(
  create(),
  record("pickup", { eventAt: minute(10) }),
  record("customs_hold", { eventAt: minute(20) }),
  record("arrival", { eventAt: minute(30) }),
  record("exception", { eventAt: minute(40), externalId: "x-1" }),
);

describe("voiding", () => {
  test("takes the entry out, folds again and restates only what others read", () => {
    const event = eventOf(decideShipment(voiding("customs_hold"), state));
    expect(event).toEqual({
      type: "shipment.tracking_event_voided",
      status: "exception",
      previousStatus: "exception",
      statusChanged: false,
      restated: [{ eventId: "arrival", status: "in_transit" }],
      eventId: "customs_hold",
      reason: "typed by mistake",
      replacement: null,
    });
    expect(timeline(playOn(state, voiding("customs_hold")))).toEqual([
      "pickup picked_up",
      "arrival in_transit",
      "exception exception",
    ]);
  });

  test("the newest entry gives back the status before it", () => {
    const event = eventOf(decideShipment(voiding("exception"), state));
    expect(event).toMatchObject({
      status: "customs_hold",
      previousStatus: "exception",
      statusChanged: true,
      restated: [],
    });
  });

  test("the only movement allows a cancellation again", () => {
    expect(refusal(cancel, state)).toContain("have already moved");
    expect(currentStatus(playOn(state, voiding("pickup"), cancel))).toBe("cancelled");
  });

  test("a wrong delivery reopens what it closed", () => {
    const delivered = playOn(
      state,
      record("delivered", { eventAt: minute(50) }),
      record("attempt_failed", { eventAt: minute(60) }),
    );
    const event = eventOf(decideShipment(voiding("delivered"), delivered));
    expect(event).toMatchObject({ status: "attempt_failed", previousStatus: "delivered" });
    expect(restatedBy(event)).toEqual(["attempt_failed attempt_failed"]);
  });

  test("a started return undoes it", () => {
    const returning = playOn(state, startReturn());
    expect(currentStatus(returning)).toBe("returning");
    expect(currentStatus(playOn(returning, voiding("return")))).toBe("exception");
  });

  test("stays possible on a cancelled shipment and does not show through", () => {
    const cancelled = play(create(), record("exception"), cancel);
    const event = eventOf(decideShipment(voiding("exception"), cancelled));
    expect(event).toMatchObject({
      status: "cancelled",
      previousStatus: "cancelled",
      statusChanged: false,
    });
  });

  test("needs an event of the shipment that is not voided, and a reason", () => {
    const voided = playOn(state, voiding("arrival"));
    expect(refusal(voiding("nowhere"), voided)).toBe(
      "not_found: The shipment has no such tracking event.",
    );
    expect(refusal(voiding("arrival"), voided)).toBe(
      "conflict: The tracking event is voided already.",
    );
    expect(refusal({ ...voiding("pickup"), reason: " " }, voided)).toBe(
      "invalid reason: Say why the tracking event is voided.",
    );
    expect(refusal(voiding("pickup"), null)).toBe("not_found: There is no such shipment.");
  });
});

describe("replacing", () => {
  const later = report("in_transit", { eventId: eventId("new"), eventAt: minute(35) });

  test("is one event: void and new entry, restated against what was read before", () => {
    const command = voiding("pickup", later);
    expect(eventOf(decideShipment(command, state))).toEqual({
      type: "shipment.tracking_event_voided",
      status: "exception",
      previousStatus: "exception",
      statusChanged: false,
      restated: [],
      eventId: "pickup",
      reason: "typed by mistake",
      replacement: { ...later, status: "in_transit" },
    });
    const replaced = playOn(state, command);
    expect(replaced.version).toBe(state.version + 1);
    expect(timeline(replaced)).toEqual([
      "customs_hold customs_hold",
      "arrival customs_hold",
      "new in_transit",
      "exception exception",
    ]);
    expect(replaced.facts.find((fact) => fact.eventId === "new")).toMatchObject({
      kind: "scan",
      recordedVersion: state.version + 1,
      after: { status: "in_transit", moved: true },
    });
  });

  test("by an earlier fact folds from there on", () => {
    const early = report("delivered", { eventId: eventId("new"), eventAt: minute(5) });
    const event = eventOf(decideShipment(voiding("exception", early), state));
    expect(event).toMatchObject({ status: "delivered", previousStatus: "exception" });
    expect(restatedBy(event)).toEqual([
      "pickup delivered",
      "customs_hold delivered",
      "arrival delivered",
    ]);
  });

  test("by an earlier fact without effect still folds what followed the voided one", () => {
    const dock = report("arrival", { eventId: eventId("new"), eventAt: minute(5) });
    const command = voiding("customs_hold", dock);
    expect(restatedBy(eventOf(decideShipment(command, state)))).toEqual(["arrival in_transit"]);
    expect(timeline(playOn(state, command))).toEqual([
      "new draft",
      "pickup picked_up",
      "arrival in_transit",
      "exception exception",
    ]);
  });

  test("by the identical fact is fine, its external id included", () => {
    const identical = report("exception", {
      eventId: eventId("new"),
      eventAt: minute(40),
      externalId: "x-1",
    });
    const replaced = playOn(state, voiding("exception", identical));
    expect(timeline(replaced).at(-1)).toBe("new exception");
    const again = report("exception", { ...identical, eventId: eventId("newer") });
    expect(timeline(playOn(replaced, voiding("new", again))).at(-1)).toBe("newer exception");
  });

  test("by a repeat of another fact is refused, by its external id too", () => {
    const sentence =
      "conflict: The replacement repeats another tracking event of the shipment; void without a replacement instead.";
    const repeat = report("arrival", { eventId: eventId("new"), eventAt: minute(30), city: "ZUG" });
    const taken = { ...later, externalId: "x-1" };
    expect(refusal(voiding("customs_hold", repeat), state)).toBe(sentence);
    expect(refusal(voiding("customs_hold", taken), state)).toBe(sentence);
    expect(refusal(voiding("customs_hold", taken), playOn(state, voiding("exception")))).toBe(
      sentence,
    );
  });

  test("by a faulty report names the replacement's field", () => {
    const future = new Date(Date.parse(now) + 300_001).toISOString() as Instant; // toISOString is the brand's format
    expect(refusal(voiding("pickup", { ...later, eventAt: future }), state)).toBe(
      "invalid replacement.eventAt: The time of the event is more than 5 minutes in the future.",
    );
    expect(refusal(voiding("pickup", { ...later, city: "" }), state)).toBe(
      "invalid replacement.city: Give the city of the event.",
    );
  });

  test("is recording, so a cancelled shipment refuses it", () => {
    const cancelled = play(create(), record("exception"), cancel);
    expect(refusal(voiding("exception", later), cancelled)).toBe(
      "conflict: The shipment is cancelled; reopen it before replacing a tracking event.",
    );
  });
});
