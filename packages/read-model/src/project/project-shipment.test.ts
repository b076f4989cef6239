import {
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
} from "@shipment-tracking/contracts";
import type { ShipmentEvent, TrackingEventId } from "@shipment-tracking/domain";
import { describe, expect, test } from "vitest";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { created, scanned, shared, tenant } from "../fixtures/shipment-events.ts";
import { projectShipment } from "./project-shipment.ts";
import { renderShipment } from "./render-shipment.ts";
import type { ShipmentRow } from "./shipment-row.ts";
import { readStoredShipment, writeEntries } from "./stored-shipment.ts";
import { UnprojectableEvent } from "./unprojectable-event.ts";

const id = testId("shipment", 1);
const creation = created(id);

describe("projectShipment", () => {
  test("orders the timeline by time of event, then by recording, newest first", () => {
    const row = project(creation, scanned(2), at(scanned(3), 2), scanned(1), at(scanned(4), 1));
    expect(row.timeline.map((line) => line.eventId)).toEqual(
      [3, 2, 4, 1].map((number) => scanned(number).entry.eventId),
    );
  });

  test("takes status and restated statuses from the event, whatever they are", () => {
    const restated = [{ eventId: scanned(1).entry.eventId, status: "customs_hold" }] as const;
    const row = project(creation, scanned(1), { ...scanned(2), status: "returned", restated });
    expect(row.status).toBe("returned");
    expect(row.timeline.map((line) => line.status)).toEqual(["in_transit", "customs_hold"]);
  });

  test("a void takes the entry away and its replacement comes last in recording order", () => {
    const row = project(creation, scanned(1), at(scanned(2), 1), {
      ...change,
      type: "shipment.tracking_event_voided",
      eventId: scanned(1).entry.eventId,
      reason: "typo",
      replacement: at(scanned(3), 1).entry,
    });
    expect(row.timeline.map((line) => [line.eventId, line.recordedVersion])).toEqual([
      [scanned(3).entry.eventId, 4],
      [scanned(2).entry.eventId, 3],
    ]);
  });

  test("a change of details replaces what is shown, null where the place is not known any more", () => {
    const details = { ...creation.details, shipmentNumber: "S-2", origin: null };
    const row = project(creation, {
      ...change,
      type: "shipment.details_changed",
      details,
      changedFields: [],
    });
    expect(row).toMatchObject({
      shipmentNumber: "S-2",
      originCity: null,
      destCity: 'Quote"s\\ville',
    });
    expect(project(creation).originCity).toBe("東京");
  });

  test("sharing again under the same token changes nothing, under another is refused", () => {
    const token = "ab".repeat(32);
    expect(project(creation, shared(token), shared(token)).tokenHash).toBe(token);
    expect(() => project(creation, shared(token), shared("cd".repeat(32)))).toThrow(
      UnprojectableEvent,
    );
  });

  test.each<[string, readonly ShipmentEvent[]]>([
    ["a stream that begins with something else", [scanned(1)]],
    ["a second creation", [creation, creation]],
    ["the creation of another shipment", [created(testId("shipment", 2))]],
    ["an entry that is there already", [creation, scanned(1), scanned(1)]],
    ["a restated entry that is not there", [creation, { ...scanned(1), restated: [missing()] }]],
    ["the void of an entry that is not there", [creation, voidOf(testId("scan", 9))]],
  ])("%s is refused", (_name, events) => {
    expect(() => project(...events)).toThrow(UnprojectableEvent);
  });
});

describe("renderShipment", () => {
  const row = project(
    creation,
    withText(scanned(1), 'He said "hé\\" \u2028'),
    shared("ab".repeat(32)),
  );

  test("writes the answers of the specification, to the byte", () => {
    const header =
      '"shipmentNumber":"S-1","status":"in_transit","mode":"ltl","originCity":"東京","destCity":"Quote\\"s\\\\ville",' +
      '"pickupScheduledAt":"2026-01-01T01:00:00.000Z","deliveryScheduledAt":"2026-01-01T02:00:00.000Z"';
    const item = `{"id":"${id}",${header},"createdAt":"2026-01-01T00:00:00.000Z"`;
    const event =
      '{"eventType":"in_transit","status":"in_transit","city":"Zürich","eventAt":"2026-01-01T00:01:00.000Z"';
    expect(renderShipment(row)).toEqual({
      item: `${item}}`,
      detail: `${item},"tracking":[${event}}]}`,
      publicView: `{${header},"events":[${event},"description":"He said \\"hé\\\\\\" \u2028"}]}`,
    });
  });

  test("gives what the strict answer schemas accept, also without times, places and events", () => {
    const bare = {
      ...creation.details,
      origin: null,
      destination: null,
      pickupScheduledAt: null,
      deliveryScheduledAt: null,
    };
    for (const one of [row, project({ ...creation, details: bare }, shared("ab".repeat(32)))]) {
      const { item, detail, publicView } = renderShipment(one);
      shipmentItemSchema.parse(JSON.parse(item));
      shipmentDetailSchema.parse(JSON.parse(detail));
      publicTrackingSchema.parse(JSON.parse(publicView ?? ""));
    }
    expect(renderShipment(project(creation)).publicView).toBeNull();
  });

  test("what was stored is read back as it was", () => {
    const { item } = renderShipment(row);
    const { tenantId, version, tokenHash, timeline } = row;
    const stored = { tenantId, version, tokenHash, doc: item, entries: writeEntries(timeline) };
    expect(readStoredShipment(stored)).toEqual(row);
  });
});

const change = {
  status: "in_transit",
  previousStatus: "in_transit",
  statusChanged: false,
  restated: [],
} as const;

function project(...events: readonly ShipmentEvent[]): ShipmentRow {
  const log = createMemoryLog();
  let row: ShipmentRow | null = null;
  for (const event of events) row = projectShipment(row, event, log.append(tenant, id, event));
  if (row === null) throw new Error("no events");
  return row;
}

/** The scan, reported for the time of another one. */
function at(scan: ReturnType<typeof scanned>, number: number): ReturnType<typeof scanned> {
  return { ...scan, entry: { ...scan.entry, eventAt: scanned(number).entry.eventAt } };
}

function withText(
  scan: ReturnType<typeof scanned>,
  description: string,
): ReturnType<typeof scanned> {
  return { ...scan, entry: { ...scan.entry, description, internalNote: "secret" } };
}

function missing() {
  return { eventId: testId("scan", 9) as TrackingEventId, status: "exception" } as const;
}

function voidOf(eventId: string): ShipmentEvent {
  return {
    ...change,
    type: "shipment.tracking_event_voided",
    eventId: eventId as TrackingEventId,
    reason: "",
    replacement: null,
  };
}
