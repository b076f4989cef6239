import { describe, expect, test } from "vitest";
import { decideShipment } from "./decide.ts";
import { evolveShipment } from "./evolve.ts";
import { currentStatus } from "./current-status.ts";
import {
  cancel,
  change,
  create,
  draftDetails,
  eventId,
  minute,
  record,
  reopen,
  share,
  startReturn,
  voiding,
} from "./fixtures/commands.ts";
import { eventOf, play, playOn, refusal, timeline } from "./fixtures/play.ts";

describe("starting a return", () => {
  const delivered = play(
    create(),
    record("pickup", { eventAt: minute(10), city: "Bern" }),
    record("delivered", { eventAt: minute(20), city: "Genf" }),
  );

  test("shows an exception entry where the goods were last seen; the reason stays internal", () => {
    expect(eventOf(decideShipment(startReturn(minute(30)), delivered))).toEqual({
      type: "shipment.return_started",
      status: "returning",
      previousStatus: "delivered",
      statusChanged: true,
      restated: [],
      entry: {
        eventId: "return",
        eventType: "exception",
        status: "returning",
        city: "Genf",
        eventAt: minute(30),
        description: null,
        internalNote: null,
        externalId: null,
      },
      reason: "refused at the door",
    });
    expect(playOn(delivered, startReturn(minute(30))).facts.at(-1)).toMatchObject({
      kind: "return_started",
      recordedVersion: delivered.version + 1,
      after: { status: "returning", moved: true, back: true },
    });
  });

  test("makes later scans tell of the way back", () => {
    const home = playOn(
      delivered,
      startReturn(minute(30)),
      record("customs_hold", { eventAt: minute(40) }),
      record("in_transit", { eventAt: minute(50) }),
      record("attempt_failed", { eventAt: minute(60) }),
      record("out_for_delivery", { eventAt: minute(70) }),
      record("delivered", { eventId: eventId("home"), eventAt: minute(80) }),
    );
    expect(timeline(home).slice(2)).toEqual([
      "return returning",
      "customs_hold customs_hold",
      "in_transit returning",
      "attempt_failed attempt_failed",
      "out_for_delivery returning",
      "home returned",
    ]);
  });

  test("follows the newest scan even where that is dated ahead, so that the shipment is returning", () => {
    const ahead = playOn(
      play(create(), record("pickup")),
      record("in_transit", { eventAt: minute(33) }),
      record("exception", { eventAt: minute(34) }),
    );
    const state = playOn(ahead, startReturn(minute(30)));
    expect(timeline(state)).toEqual([
      "pickup picked_up",
      "in_transit in_transit",
      "exception exception",
      "return returning",
    ]);
    expect(state.facts.at(-1)?.eventAt).toBe(minute(34));
  });

  test("without any scan left names the origin, then the destination, then nothing known", () => {
    const place = { countryCode: null, addressLine1: null, postalCode: null, timeZone: null };
    const moved = { status: "in_transit", moved: true, back: false } as const;
    const state = { ...play(create()), base: moved };
    const city = (details: Partial<typeof draftDetails>, baseCity: string | null = null) => {
      const given = { ...state, baseCity, details: { ...draftDetails, ...details } };
      const event = eventOf(decideShipment(startReturn(), given));
      return event.type === "shipment.return_started" ? event.entry.city : event.type;
    };
    const destination = { city: "Genf", ...place };
    expect(city({}, "Aarau")).toBe("Aarau");
    expect(city({ destination })).toBe("Bern");
    expect(city({ origin: null, destination })).toBe("Genf");
    expect(city({ origin: null })).toBe("Unknown");
  });

  test("is refused before any movement, twice, after the return and on a cancelled shipment", () => {
    expect(refusal(startReturn(), play(create(), record("arrival")))).toBe(
      "conflict: The goods have not moved yet; cancel the shipment instead of returning it.",
    );
    const returning = playOn(delivered, startReturn(minute(30)));
    expect(refusal(startReturn(), returning)).toBe("conflict: A return has already been started.");
    expect(
      refusal(startReturn(), playOn(delivered, record("returned", { eventAt: minute(30) }))),
    ).toBe("conflict: The shipment is already back with the shipper.");
    expect(refusal(startReturn(), play(create(), cancel))).toBe(
      "conflict: The shipment is cancelled; there is nothing to return.",
    );
  });

  test("is possible again once the first start is voided", () => {
    const voided = playOn(delivered, startReturn(minute(30)), voiding("return"));
    expect(currentStatus(voided)).toBe("delivered");
    expect(currentStatus(playOn(voided, startReturn(minute(40), "again")))).toBe("returning");
  });

  test("is not what an exception scan of the same instant and city repeats", () => {
    const returning = playOn(delivered, startReturn(minute(30)));
    const scan = record("exception", { eventAt: minute(30), city: "Genf" });
    expect(decideShipment(scan, returning).outcome).toBe("accepted");
  });
});

describe("cancelling and reopening", () => {
  test("lies over the fold: the reopened shipment has the status it had", () => {
    const scheduled = play(create({ pickupScheduledAt: minute(5) }), record("attempt_failed"));
    expect(eventOf(decideShipment(cancel, scheduled))).toEqual({
      type: "shipment.cancelled",
      status: "cancelled",
      previousStatus: "attempt_failed",
      statusChanged: true,
      restated: [],
      reason: "order withdrawn",
    });
    const cancelled = playOn(scheduled, cancel);
    expect(timeline(cancelled)).toEqual(["attempt_failed attempt_failed"]);
    expect(eventOf(decideShipment(reopen, cancelled))).toEqual({
      type: "shipment.reopened",
      status: "attempt_failed",
      previousStatus: "cancelled",
      statusChanged: true,
      restated: [],
      reason: "order renewed",
    });
    expect(playOn(cancelled, reopen)).toEqual({ ...scheduled, version: scheduled.version + 2 });
  });

  test("shows, once reopened, what was voided meanwhile", () => {
    const state = play(create(), record("exception"), cancel, voiding("exception"), reopen);
    expect(currentStatus(state)).toBe("draft");
  });

  test("cancelling is refused in a sentence that says what to do instead", () => {
    expect(refusal(cancel, play(create(), cancel))).toBe(
      "conflict: The shipment is cancelled already.",
    );
    expect(refusal(cancel, play(create(), record("pickup")))).toBe(
      "conflict: The goods have already moved; start a return instead of cancelling the shipment.",
    );
    expect(refusal(cancel, play(create(), record("pickup"), startReturn()))).toBe(
      "conflict: The shipment is on its way back; it can no longer be cancelled.",
    );
    expect(refusal(cancel, play(create(), record("delivered")))).toBe(
      "conflict: The shipment is delivered; start a return instead of cancelling it.",
    );
    expect(refusal(cancel, play(create(), record("returned")))).toBe(
      "conflict: The shipment is back with the shipper; it can no longer be cancelled.",
    );
  });

  test("reopening is refused on a shipment that is not cancelled", () => {
    expect(refusal(reopen, play(create()))).toBe(
      "conflict: Only a cancelled shipment can be reopened.",
    );
  });
});

describe("sharing", () => {
  test("records the token's hash once and leaves the status", () => {
    const state = play(create(), cancel);
    expect(eventOf(decideShipment(share, state))).toEqual({
      type: "shipment.shared",
      status: "cancelled",
      previousStatus: "cancelled",
      statusChanged: false,
      restated: [],
      tokenHash: "ab".repeat(32),
    });
    expect(decideShipment(share, playOn(state, share))).toEqual({
      outcome: "repeat",
      eventId: null,
    });
  });
});

describe("evolving", () => {
  test("stops at a stream that no decision made", () => {
    const created = eventOf(decideShipment(create(), null));
    const state = play(create());
    const shared = eventOf(decideShipment(share, state));
    expect(() => evolveShipment(state, created)).toThrow("created twice");
    expect(() => evolveShipment(null, shared)).toThrow("comes before shipment.created");
    const voided = eventOf(decideShipment(voiding("arrival"), playOn(state, record("arrival"))));
    expect(() => evolveShipment(state, voided)).toThrow(
      "the window holds no tracking event arrival",
    );
  });

  test("counts one version per event", () => {
    const state = play(create(), share, change({ carrierName: "A" }), cancel, reopen);
    expect(state.version).toBe(5);
  });
});
