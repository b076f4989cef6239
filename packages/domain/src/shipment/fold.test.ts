import { describe, expect, test } from "vitest";
import { minute } from "./fixtures/commands.ts";
import { initialFold, nextFold } from "./fold.ts";
import { shipmentStatuses, trackingEventTypes } from "./status.ts";
import type { FoldState } from "./state.ts";

// 03-domain's table cell by cell, the merged rows written out; `=` keeps the status
const notMovedOnTheWayOut = `
from             | pickup     departure  arrival    in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
draft            | picked_up  in_transit =          in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
pickup_scheduled | picked_up  in_transit =          in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
picked_up        | =          in_transit in_transit in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
in_transit       | =          =          =          =          out_for_delivery delivered exception customs_hold attempt_failed returned
out_for_delivery | =          =          =          in_transit =                delivered exception customs_hold attempt_failed returned
customs_hold     | picked_up  in_transit =          in_transit out_for_delivery delivered exception =            attempt_failed returned
attempt_failed   | picked_up  in_transit =          in_transit out_for_delivery delivered exception customs_hold =              returned
exception        | picked_up  in_transit =          in_transit out_for_delivery delivered =         customs_hold attempt_failed returned
delivered        | =          =          =          =          =                =         =         =            =              returned
returning        | =          =          =          =          =                returned  exception customs_hold attempt_failed returned
returned         | =          =          =          =          =                =         =         =            =              =
cancelled        | =          =          =          =          =                =         =         =            =              =
`;

const movedOnTheWayOut = `
from             | pickup     departure  arrival    in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
draft            | picked_up  in_transit =          in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
pickup_scheduled | picked_up  in_transit =          in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
picked_up        | =          in_transit in_transit in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
in_transit       | =          =          =          =          out_for_delivery delivered exception customs_hold attempt_failed returned
out_for_delivery | =          =          =          in_transit =                delivered exception customs_hold attempt_failed returned
customs_hold     | =          in_transit =          in_transit out_for_delivery delivered exception =            attempt_failed returned
attempt_failed   | in_transit in_transit =          in_transit out_for_delivery delivered exception customs_hold =              returned
exception        | in_transit in_transit =          in_transit out_for_delivery delivered =         customs_hold attempt_failed returned
delivered        | =          =          =          =          =                =         =         =            =              returned
returning        | =          =          =          =          =                returned  exception customs_hold attempt_failed returned
returned         | =          =          =          =          =                =         =         =            =              =
cancelled        | =          =          =          =          =                =         =         =            =              =
`;

const notMovedOnTheWayBack = `
from             | pickup     departure  arrival    in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
draft            | picked_up  returning  =          returning  returning        returned  exception customs_hold attempt_failed returned
pickup_scheduled | picked_up  returning  =          returning  returning        returned  exception customs_hold attempt_failed returned
picked_up        | =          returning  returning  returning  returning        returned  exception customs_hold attempt_failed returned
in_transit       | =          =          =          =          returning        returned  exception customs_hold attempt_failed returned
out_for_delivery | =          =          =          returning  =                returned  exception customs_hold attempt_failed returned
customs_hold     | picked_up  returning  =          returning  returning        returned  exception =            attempt_failed returned
attempt_failed   | picked_up  returning  =          returning  returning        returned  exception customs_hold =              returned
exception        | picked_up  returning  =          returning  returning        returned  =         customs_hold attempt_failed returned
delivered        | =          =          =          =          =                =         =         =            =              returned
returning        | =          =          =          =          =                returned  exception customs_hold attempt_failed returned
returned         | =          =          =          =          =                =         =         =            =              =
cancelled        | =          =          =          =          =                =         =         =            =              =
`;

const movedOnTheWayBack = `
from             | pickup     departure  arrival    in_transit out_for_delivery delivered exception customs_hold attempt_failed returned
draft            | picked_up  returning  =          returning  returning        returned  exception customs_hold attempt_failed returned
pickup_scheduled | picked_up  returning  =          returning  returning        returned  exception customs_hold attempt_failed returned
picked_up        | =          returning  returning  returning  returning        returned  exception customs_hold attempt_failed returned
in_transit       | =          =          =          =          returning        returned  exception customs_hold attempt_failed returned
out_for_delivery | =          =          =          returning  =                returned  exception customs_hold attempt_failed returned
customs_hold     | =          returning  =          returning  returning        returned  exception =            attempt_failed returned
attempt_failed   | returning  returning  =          returning  returning        returned  exception customs_hold =              returned
exception        | returning  returning  =          returning  returning        returned  =         customs_hold attempt_failed returned
delivered        | =          =          =          =          =                =         =         =            =              returned
returning        | =          =          =          =          =                returned  exception customs_hold attempt_failed returned
returned         | =          =          =          =          =                =         =         =            =              =
cancelled        | =          =          =          =          =                =         =         =            =              =
`;

const movedAfter = {
  pickup: true,
  departure: true,
  arrival: false,
  in_transit: true,
  out_for_delivery: true,
  delivered: true,
  exception: false,
  customs_hold: false,
  attempt_failed: false,
  returned: true,
};

const variants = [
  { name: "not moved, on the way out", moved: false, back: false, text: notMovedOnTheWayOut },
  { name: "moved, on the way out", moved: true, back: false, text: movedOnTheWayOut },
  { name: "not moved, on the way back", moved: false, back: true, text: notMovedOnTheWayBack },
  { name: "moved, on the way back", moved: true, back: true, text: movedOnTheWayBack },
];

describe.each(variants)("the table, $name", ({ moved, back, text }) => {
  const cells = parseTable(text);

  test("names each status and each event type once", () => {
    expect(cells).toHaveLength(120);
    expect(new Set(cells.map((cell) => cell.from))).toEqual(new Set(shipmentStatuses));
    expect(new Set(cells.map((cell) => cell.eventType))).toEqual(new Set(trackingEventTypes));
  });

  test.each(cells)("$from + $eventType: $outcome", ({ from, eventType, outcome }) => {
    // the table's words are checked against the closed lists above
    const state = { status: from, moved, back } as FoldState;
    const type = eventType as keyof typeof movedAfter;
    expect(nextFold(state, { kind: "scan", eventType: type })).toEqual({
      status: outcome === "=" ? from : outcome,
      moved: moved || movedAfter[type],
      back,
    });
  });
});

describe("a started return", () => {
  test.each([
    ["draft", "returning"],
    ["pickup_scheduled", "returning"],
    ["picked_up", "returning"],
    ["in_transit", "returning"],
    ["customs_hold", "returning"],
    ["out_for_delivery", "returning"],
    ["attempt_failed", "returning"],
    ["exception", "returning"],
    ["delivered", "returning"],
    ["returning", "returning"],
    ["returned", "returned"],
    ["cancelled", "cancelled"],
  ] as const)("turns %s into %s and marks the way back, without a movement", (status, after) => {
    for (const moved of [false, true]) {
      const folded = nextFold(
        { status, moved, back: false },
        { kind: "return_started", eventType: "exception" },
      );
      expect(folded).toEqual({ status: after, moved, back: true });
    }
  });
});

test("a shipment begins as a draft, or scheduled when a pickup is", () => {
  expect(initialFold({ pickupScheduledAt: null })).toEqual({
    status: "draft",
    moved: false,
    back: false,
  });
  expect(initialFold({ pickupScheduledAt: minute(8) })).toEqual({
    status: "pickup_scheduled",
    moved: false,
    back: false,
  });
});

function parseTable(text: string) {
  const [head = "", ...rows] = text.trim().split("\n");
  const eventTypes = head.split("|")[1]?.trim().split(/\s+/u) ?? [];
  return rows.flatMap((row) => {
    const [from = "", outcomes = ""] = row.split("|");
    return outcomes
      .trim()
      .split(/\s+/u)
      .map((outcome, column) => ({
        from: from.trim(),
        eventType: eventTypes[column] ?? "",
        outcome,
      }));
  });
}
