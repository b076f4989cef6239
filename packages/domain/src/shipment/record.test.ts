import { describe, expect, test } from "vitest";
import { decideShipment } from "./decide.ts";
import { currentStatus } from "./current-status.ts";
import { cancel, create, eventId, minute, now, record, voiding } from "./fixtures/commands.ts";
import { eventOf, play, playOn, refusal, restatedBy, timeline } from "./fixtures/play.ts";
import type { ReportedEvent } from "./commands.ts";
import type { TrackingEventType } from "./status.ts";

function scan(name: string, eventType: TrackingEventType, rest: Partial<ReportedEvent> = {}) {
  return record(eventType, { eventId: eventId(name), ...rest });
}

const underWay = play(
  create(),
  scan("a", "pickup", { eventAt: minute(10) }),
  scan("b", "departure", { eventAt: minute(20) }),
  scan("c", "out_for_delivery", { eventAt: minute(40) }),
);

describe("recording a scan", () => {
  test("in order: the event carries the entry, the status and that it changed", () => {
    const command = scan("d", "delivered", {
      eventAt: minute(50),
      city: "Zürich",
      description: "Left with the porter",
      internalNote: "porter: second floor",
      externalId: "feed-9",
    });
    expect(eventOf(decideShipment(command, underWay))).toEqual({
      type: "shipment.tracking_event_recorded",
      status: "delivered",
      previousStatus: "out_for_delivery",
      statusChanged: true,
      restated: [],
      entry: {
        eventId: "d",
        eventType: "delivered",
        status: "delivered",
        city: "Zürich",
        eventAt: minute(50),
        description: "Left with the porter",
        internalNote: "porter: second floor",
        externalId: "feed-9",
      },
    });
    expect(timeline(playOn(underWay, command)).at(-1)).toBe("d delivered");
  });

  test("in order without effect: the status did not change", () => {
    const event = eventOf(decideShipment(scan("d", "arrival", { eventAt: minute(50) }), underWay));
    expect(event).toMatchObject({
      status: "out_for_delivery",
      previousStatus: "out_for_delivery",
      statusChanged: false,
      entry: { status: "out_for_delivery" },
    });
  });

  test("late: it takes its place in time and restates the entries whose status moved", () => {
    const state = play(
      create(),
      scan("hold", "customs_hold", { eventAt: minute(20) }),
      scan("pick", "pickup", { eventAt: minute(30) }),
      scan("scan", "arrival", { eventAt: minute(40) }),
      scan("out", "out_for_delivery", { eventAt: minute(50) }),
    );
    const late = scan("late", "departure", { eventAt: minute(10) });
    const event = eventOf(decideShipment(late, state));
    expect(restatedBy(event)).toEqual(["pick customs_hold", "scan customs_hold"]);
    expect(event).toMatchObject({ status: "out_for_delivery", statusChanged: false });
    expect(timeline(playOn(state, late))).toEqual([
      "late in_transit",
      "hold customs_hold",
      "pick customs_hold",
      "scan customs_hold",
      "out out_for_delivery",
    ]);
  });

  test("late and changing the current status: both are told", () => {
    const state = play(
      create(),
      scan("a", "exception", { eventAt: minute(30) }),
      scan("b", "pickup", { eventAt: minute(40) }),
    );
    const event = eventOf(decideShipment(scan("c", "departure", { eventAt: minute(1) }), state));
    expect(event).toMatchObject({
      previousStatus: "picked_up",
      status: "in_transit",
      statusChanged: true,
    });
    expect(restatedBy(event)).toEqual(["b in_transit"]);
  });

  test("at the instant of others: recording order decides", () => {
    const state = play(create(), scan("a", "out_for_delivery"), scan("b", "delivered"));
    const other = play(create(), scan("b", "delivered"), scan("a", "out_for_delivery"));
    expect(timeline(state)).toEqual(["a out_for_delivery", "b delivered"]);
    expect(timeline(other)).toEqual(["b delivered", "a delivered"]);
  });

  test("after the delivery: recorded without undoing it, only a return does", () => {
    const delivered = playOn(underWay, scan("d", "delivered", { eventAt: minute(50) }));
    const damaged = playOn(delivered, scan("e", "exception", { eventAt: minute(60) }));
    const returned = playOn(damaged, scan("f", "returned", { eventAt: minute(70) }));
    expect(currentStatus(damaged)).toBe("delivered");
    expect(currentStatus(returned)).toBe("returned");
  });

  test("however old: a late scan is a fact", () => {
    const old = record("pickup", { eventAt: minute(-1_000_000) });
    expect(timeline(playOn(underWay, old))[0]).toBe("pickup picked_up");
  });

  test("up to five minutes in the future, and not a millisecond more", () => {
    const limit = Date.parse(now) + 5 * 60_000;
    const at = (ms: number) => new Date(ms).toISOString() as ReportedEvent["eventAt"]; // toISOString is the brand's format
    const decision = decideShipment(record("arrival", { eventAt: at(limit) }), underWay);
    expect(decision.outcome).toBe("accepted");
    expect(refusal(record("arrival", { eventAt: at(limit + 1) }), underWay)).toBe(
      "invalid eventAt: The time of the event is more than 5 minutes in the future.",
    );
  });

  test.each(["", "  ", "\u200b", "\u00a0\u3164"])("without a city (%j) it is refused", (city) => {
    expect(refusal(record("arrival", { city }), underWay)).toBe(
      "invalid city: Give the city of the event.",
    );
  });

  test("with a description of 500 characters, emoji counted once, and not of 501", () => {
    const fits = record("arrival", { description: "📦".repeat(500) });
    expect(decideShipment(fits, underWay).outcome).toBe("accepted");
    expect(refusal(record("arrival", { description: "x".repeat(501) }), underWay)).toBe(
      "invalid description: The description is longer than 500 characters.",
    );
  });

  test("on a cancelled shipment or on none it is refused", () => {
    expect(refusal(record("pickup"), play(create(), cancel))).toBe(
      "conflict: The shipment is cancelled; reopen it before recording tracking events.",
    );
    expect(refusal(record("pickup"), null)).toBe("not_found: There is no such shipment.");
  });
});

describe("a repeat", () => {
  const first = scan("first", "arrival", {
    city: "Zürich",
    eventAt: minute(15),
    externalId: "x-1",
  });
  const state = playOn(underWay, first);
  const same = { city: "Zürich", eventAt: minute(15) };

  function repeated(command: ReturnType<typeof scan>, given = state): string | null {
    const decision = decideShipment(command, given);
    return decision.outcome === "repeat" ? decision.eventId : decision.outcome;
  }

  test.each(["Zürich", "Zu\u0308rich", "ZÜRICH", "zürich"])(
    "of type, time and city, written %s, is answered with the existing event",
    (city) => {
      expect(repeated(scan("again", "arrival", { ...same, city }))).toBe("first");
    },
  );

  test("differing in type, time or city is another fact", () => {
    expect(repeated(scan("again", "departure", same))).toBe("accepted");
    expect(repeated(scan("again", "arrival", { ...same, eventAt: minute(16) }))).toBe("accepted");
    expect(repeated(scan("again", "arrival", { ...same, city: "Zurich" }))).toBe("accepted");
  });

  test("is found among several facts of the instant, also behind them", () => {
    const crowd = playOn(
      state,
      scan("other", "arrival", { ...same, city: "Aarau" }),
      scan("wanted", "departure", same),
      scan("later", "arrival", { ...same, eventAt: minute(16), city: "Genf" }),
    );
    expect(repeated(scan("again", "departure", same), crowd)).toBe("wanted");
    expect(repeated(scan("again", "arrival", { ...same, city: "Genf" }), crowd)).toBe("accepted");
  });

  test("of the external id is the same fact, whatever else it says", () => {
    const moved = scan("again", "delivered", {
      city: "Genf",
      eventAt: minute(99),
      externalId: "x-1",
    });
    expect(repeated(moved)).toBe("first");
    expect(repeated(scan("again", "delivered", { externalId: "x-2" }))).toBe("accepted");
    expect(repeated(scan("again", "delivered", { externalId: null }))).toBe("accepted");
  });

  test("of a voided fact is new again, unless the external id is the voided one's", () => {
    const voided = playOn(state, voiding("first"));
    expect(repeated(scan("again", "arrival", same), voided)).toBe("accepted");
    expect(repeated(scan("again", "arrival", { ...same, externalId: "x-1" }), voided)).toBe(
      "first",
    );
  });

  test("of an external id that a replacement took over names the replacement", () => {
    const replacement = scan("second", "arrival", { ...same, externalId: "x-1" }).event;
    const replaced = playOn(state, voiding("first", replacement));
    expect(repeated(scan("again", "delivered", { externalId: "x-1" }), replaced)).toBe("second");
  });

  test("is answered on a cancelled shipment too: a file sent twice reports nothing", () => {
    const dock = scan("dock", "arrival", same);
    const cancelled = play(create(), dock, cancel);
    expect(repeated(scan("again", "arrival", same), cancelled)).toBe("dock");
  });
});
