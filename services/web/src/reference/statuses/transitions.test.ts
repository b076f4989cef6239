import { shipmentStatuses, trackingEventTypes } from "@shipment-tracking/domain";
import { describe, expect, test } from "vitest";
import { eventTable, statusTable, transitionTable } from "./status-tables.ts";
import { eventsFrom, eventsTo, statusesAfter, statusesOf, transition } from "./transitions.ts";

describe("what events make of statuses", () => {
  test("says what leads to a status and away from it", () => {
    expect(eventsTo("picked_up")).toEqual(["pickup"]);
    expect(eventsTo("in_transit")).toEqual(["pickup", "departure", "arrival", "in_transit"]);
    expect(eventsTo("draft")).toEqual([]);
    expect(eventsFrom("delivered")).toEqual(["returned"]);
    expect(eventsFrom("returned")).toEqual([]);
  });

  test("no event leads to a cancellation, and a delivery can end a return", () => {
    expect(eventsTo("cancelled")).toEqual([]);
    expect(statusesAfter("delivered")).toEqual(["delivered", "returned"]);
  });

  test("tells a pickup before any movement from a later one", () => {
    expect(transition("exception", "pickup", false)).toEqual({
      moved: "in_transit",
      notMoved: "picked_up",
    });
    expect(transition("picked_up", "pickup", false)).toEqual({ moved: null, notMoved: null });
  });

  test("is one way out, and one after a return was started", () => {
    expect(statusesOf(false)).not.toContain("returning");
    expect(statusesOf(true)).toContain("returning");
    expect(transition("returning", "delivered", true)?.moved).toBe("returned");
    expect(transition("cancelled", "pickup", false)).toBeNull();
  });
});

describe("the tables", () => {
  test("have a row for each status and each event type, with their anchors", () => {
    const statuses = statusTable().markup;
    const events = eventTable().markup;
    for (const status of shipmentStatuses) expect(statuses).toContain(`id="status-${status}"`);
    for (const type of trackingEventTypes) expect(events).toContain(`id="event-${type}"`);
  });

  test("leave no cell of a status that there is empty", () => {
    for (const back of [false, true]) {
      const table = transitionTable(back).markup;
      expect(table).not.toContain("<td></td>");
      expect(table.match(/<td>/g)).toHaveLength(
        statusesOf(back).length * trackingEventTypes.length,
      );
    }
    expect(statusTable().markup).not.toContain("<td></td>");
  });
});
