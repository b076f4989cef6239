import { describe, expect, test } from "vitest";
import { decideShipment } from "./decide.ts";
import { currentStatus } from "./current-status.ts";
import {
  cancel,
  change,
  create,
  draftDetails,
  eventId,
  minute,
  record,
  shipmentId,
  voiding,
} from "./fixtures/commands.ts";
import { eventOf, play, playOn, refusal, restatedBy, timeline } from "./fixtures/play.ts";
import type { ShipmentDetails } from "./events.ts";

describe("creating", () => {
  test("gives a draft, announced as no change", () => {
    expect(eventOf(decideShipment(create(), null))).toEqual({
      type: "shipment.created",
      shipmentId,
      createdAt: minute(0),
      details: draftDetails,
      status: "draft",
      previousStatus: null,
      statusChanged: false,
      restated: [],
    });
    expect(play(create())).toMatchObject({
      shipmentId,
      version: 1,
      createdAt: minute(0),
      cancelled: false,
      shared: false,
      facts: [],
    });
  });

  test("with a pickup appointment gives a scheduled shipment", () => {
    const event = eventOf(decideShipment(create({ pickupScheduledAt: minute(60) }), null));
    expect(event).toMatchObject({ status: "pickup_scheduled" });
  });

  test("twice is refused", () => {
    expect(refusal(create(), play(create()))).toBe("conflict: The shipment exists already.");
  });
});

describe("changing details", () => {
  test("names the changed fields only and carries the whole details", () => {
    const command = change({
      carrierName: "Andes Freight",
      mode: "ltl",
      deliveryScheduledAt: minute(9),
    });
    expect(eventOf(decideShipment(command, play(create())))).toEqual({
      type: "shipment.details_changed",
      status: "draft",
      previousStatus: "draft",
      statusChanged: false,
      restated: [],
      details: { ...draftDetails, carrierName: "Andes Freight", deliveryScheduledAt: minute(9) },
      changedFields: ["carrierName", "deliveryScheduledAt"],
    });
  });

  const other: ShipmentDetails = {
    shipmentNumber: "S-2",
    mode: "air",
    customerId: "c-1",
    carrierName: "Andes Freight",
    references: [{ type: "po", value: "4712" }],
    origin: {
      city: "Bern",
      countryCode: "CH",
      addressLine1: "Gasse 1",
      postalCode: null,
      timeZone: null,
    },
    destination: {
      city: "Genf",
      countryCode: null,
      addressLine1: null,
      postalCode: null,
      timeZone: null,
    },
    pickupScheduledAt: minute(1),
    deliveryScheduledAt: minute(2),
    internalNotes: "fragile",
  };

  test.each(Object.keys(other))("sees a change of %s and of nothing else", (name) => {
    const field = name as keyof ShipmentDetails; // keys of the object above
    const event = eventOf(decideShipment(change({ [field]: other[field] }), play(create())));
    expect(event).toMatchObject({
      changedFields: [field],
      details: { ...draftDetails, [field]: other[field] },
    });
  });

  test("to the values it has, whatever the order of keys, writes nothing", () => {
    const origin = {
      timeZone: null,
      postalCode: null,
      addressLine1: null,
      countryCode: "CH",
      city: "Bern",
    };
    const references = [{ value: "4711", type: "po" }];
    expect(decideShipment(change({ origin, references, mode: "ltl" }), play(create()))).toEqual({
      outcome: "repeat",
      eventId: null,
    });
    expect(decideShipment(change({}), play(create())).outcome).toBe("repeat");
  });

  test("sees another order or number of references", () => {
    const two = [...draftDetails.references, { type: "bl", value: "1" }];
    const state = play(create({ references: two }));
    for (const references of [two.toReversed(), two.slice(0, 1), []]) {
      expect(decideShipment(change({ references }), state).outcome).toBe("accepted");
    }
  });

  test("setting the pickup appointment of a draft schedules it, clearing it gives the draft back", () => {
    const scheduled = playOn(play(create()), change({ pickupScheduledAt: minute(60) }));
    expect(currentStatus(scheduled)).toBe("pickup_scheduled");
    const event = eventOf(decideShipment(change({ pickupScheduledAt: null }), scheduled));
    expect(event).toMatchObject({
      previousStatus: "pickup_scheduled",
      status: "draft",
      statusChanged: true,
    });
    expect(currentStatus(playOn(scheduled, change({ pickupScheduledAt: null })))).toBe("draft");
  });

  test("setting it on a moved shipment changes the date only, and restates the entries before the movement", () => {
    const state = play(
      create(),
      record("arrival", { eventAt: minute(1) }),
      record("arrival", { eventId: eventId("gate"), eventAt: minute(2) }),
      record("pickup", { eventAt: minute(3) }),
    );
    const command = change({ pickupScheduledAt: minute(60) });
    const event = eventOf(decideShipment(command, state));
    expect(event).toMatchObject({ status: "picked_up", statusChanged: false });
    expect(restatedBy(event)).toEqual(["arrival pickup_scheduled", "gate pickup_scheduled"]);
    const changed = playOn(state, command);
    expect(timeline(changed)).toEqual([
      "arrival pickup_scheduled",
      "gate pickup_scheduled",
      "pickup picked_up",
    ]);
    expect(currentStatus(playOn(changed, voiding("pickup")))).toBe("pickup_scheduled");
  });

  test("another date of the appointment restates nothing", () => {
    const state = play(create({ pickupScheduledAt: minute(60) }), record("arrival"));
    const event = eventOf(decideShipment(change({ pickupScheduledAt: minute(90) }), state));
    expect(event).toMatchObject({ restated: [], changedFields: ["pickupScheduledAt"] });
  });

  test("is refused on a cancelled and on a returned shipment, allowed on a delivered one", () => {
    const command = change({ carrierName: "Andes Freight" });
    expect(refusal(command, play(create(), cancel))).toBe(
      "conflict: The shipment is cancelled; reopen it before changing its details.",
    );
    expect(refusal(command, play(create(), record("returned")))).toBe(
      "conflict: The shipment is back with the shipper; its details can no longer be changed.",
    );
    expect(decideShipment(command, play(create(), record("delivered"))).outcome).toBe("accepted");
    expect(refusal(command, null)).toBe("not_found: There is no such shipment.");
  });
});
