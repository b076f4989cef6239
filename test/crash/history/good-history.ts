import type { EventRecord } from "@shipment-tracking/contracts";
import { partOf } from "@shipment-tracking/event-log";
import { foldShipment } from "./fold-shipment.ts";
import { groupedBy } from "./grouped-by.ts";
import type { Command, Effect, History, Sighting, TenantAnswers } from "./history.ts";
import { markerOf, shareMarker } from "./marker-of.ts";

// what a test of the checker begins with: two tenants, three shipments, one of each kind of event and of outcome
export const alpine = "a0000000-0000-4000-8000-000000000001";
export const nordic = "b0000000-0000-4000-8000-000000000001";
export const parcel = "a1000000-0000-4000-8000-000000000001";
export const pallet = "a2000000-0000-4000-8000-000000000002";
export const crate = "b1000000-0000-4000-8000-000000000003";
export const tokenHash = "cd".repeat(32);

/** A history in which everything is as promised, faults and their consequences included. */
export function goodHistory(): History {
  const log = [
    event(alpine, alpine, { type: "tenant.created", name: "Alpine" }),
    event(alpine, parcel, created(parcel, "c1")),
    event(alpine, parcel, recorded("pickup", "2026-05-01T08:00:00.000Z", "c2")),
    event(alpine, parcel, recorded("delivered", "2026-05-03T08:00:00.000Z", "c3")),
    event(alpine, parcel, voided("delivered", "c4")),
    event(alpine, parcel, { type: "shipment.shared", tokenHash, ...unmoved }),
    event(alpine, pallet, created(pallet, "c5")),
    event(alpine, pallet, changed(pallet, "c6")),
    event(alpine, pallet, { type: "shipment.cancelled", reason: "c7", ...unmoved }),
    event(nordic, crate, created(crate, "c8")),
    event(nordic, crate, recorded("pickup", "2026-05-02T08:00:00.000Z", "c9")),
  ];
  const placed = inPlace(log);
  const loaded = placed.filter((record) => record.streamId !== alpine);
  return settled({
    given: new Set(placed.filter((record) => record.streamId === alpine).map(({ id }) => id)),
    commands: [
      // the answer to c2 was lost, and so was c10, which had no effect
      ...loaded.map((record) => commandOf(record, markerOf(record) === "c2")),
      { ...asked("c10", alpine, [pallet]), outcome: { kind: "unknown" } },
      { ...asked("c11", alpine, [parcel]), outcome: { kind: "refused", status: 409 } },
    ],
    log: placed,
    heads: headsOf(placed),
    answers: [],
    sightings: sightingsOf(placed),
    failures: [
      { door: "web", status: null, endedAt: 1_100, what: "c2" },
      { door: "web", status: 500, endedAt: 1_900, what: "c10" },
      { door: "api", status: 500, endedAt: 6_100, what: "list" },
    ],
    faults: [
      {
        component: "web",
        name: "kill",
        beganAt: 1_000,
        healedAt: 1_500,
        lagHealedMs: 20,
        patience: 1,
      },
      {
        component: "projector",
        name: "kill",
        beganAt: 3_000,
        healedAt: 3_500,
        lagHealedMs: 5_100,
        patience: 1,
      },
      {
        component: "postgres",
        name: "stop",
        beganAt: 6_000,
        healedAt: 7_000,
        lagHealedMs: 900,
        patience: 1,
      },
    ],
    exits: [
      { component: "web", at: 1_000, how: "SIGKILL", wanted: true },
      { component: "projector", at: 3_000, how: "SIGKILL", wanted: true },
    ],
  });
}

/** The same history with the answers that its log demands. */
export function settled(history: History): History {
  const streams = groupedBy(history.log, (record) => record.streamId);
  const answers = [alpine, nordic].map((tenantId): TenantAnswers => {
    const last = [...streams].flatMap(([id, records]) => {
      const version = records[0]?.tenantId === tenantId ? foldShipment(records).at(-1) : undefined;
      return version === undefined ? [] : [{ id, version }];
    });
    return {
      tenantId,
      items: last.map(({ id, version }) => ({ id, text: version.item })),
      details: new Map(last.map(({ id, version }) => [id, version.detail])),
      publicViews: new Map(
        last.flatMap(({ version: { publicView } }) =>
          publicView === null ? [] : [[publicView.tokenHash, publicView.text] as const],
        ),
      ),
    };
  });
  return { ...history, answers };
}

export function headsOf(log: readonly EventRecord[]): ReadonlyMap<number, number> {
  const byPart = groupedBy(log, (record) => record.part);
  return new Map([...byPart].map(([part, records]) => [part, records.length]));
}

export function asked(
  marker: string,
  tenantId: string,
  streamIds: readonly string[] | null,
): Command {
  return { marker, tenantId, streamIds, outcome: { kind: "unknown" } };
}

function commandOf(record: EventRecord, isUnknown: boolean): Command {
  const { streamId, version, part, pos, tenantId } = record;
  const effect: Effect = { streamId, version, position: { part, pos } };
  const streamIds = record.type === "shipment.created" ? null : [streamId];
  const marker = markerOf(record) ?? shareMarker(streamId);
  return {
    ...asked(marker, tenantId, streamIds),
    outcome: isUnknown ? { kind: "unknown" } : { kind: "accepted", effects: [effect] },
  };
}

/** Every version of the parcel, seen one after the other, and the crate not there yet. */
function sightingsOf(log: readonly EventRecord[]): readonly Sighting[] {
  const versions = foldShipment(log.filter((record) => record.streamId === parcel));
  const looks = versions.map(({ detail }, at): Sighting => {
    const askedAt = at * 100;
    const shown = { shipmentId: parcel, view: "detail", text: detail } as const;
    return { ...shown, askedAt, answeredAt: askedAt + 50, atLeast: at === 2 ? 3 : null };
  });
  const times = { askedAt: 0, answeredAt: 10, atLeast: null };
  return [...looks, { shipmentId: crate, view: "detail", text: null, ...times }];
}

const unmoved = { status: "draft", previousStatus: "draft", statusChanged: false, restated: [] };

function created(shipmentId: string, marker: string) {
  const createdAt = "2026-05-01T06:00:00.000Z";
  const details = detailsOf(shipmentId, marker);
  return { type: "shipment.created", shipmentId, createdAt, details, ...unmoved };
}

function changed(shipmentId: string, marker: string) {
  const details = { ...detailsOf(shipmentId, marker), mode: "air" };
  return { type: "shipment.details_changed", details, changedFields: ["mode"], ...unmoved };
}

function recorded(eventType: string, eventAt: string, marker: string) {
  const eventId = entryId(eventType);
  const texts = { city: "Bern", description: null, internalNote: marker, externalId: null };
  const entry = { eventId, eventType, status: "draft", eventAt, ...texts };
  return { type: "shipment.tracking_event_recorded", entry, ...unmoved };
}

function voided(eventType: string, reason: string) {
  const eventId = entryId(eventType);
  return { type: "shipment.tracking_event_voided", eventId, reason, replacement: null, ...unmoved };
}

function entryId(eventType: string): string {
  return `e0000000-0000-4000-8000-0000000000${eventType.length.toString().padStart(2, "0")}`;
}

function detailsOf(shipmentId: string, internalNotes: string) {
  return {
    shipmentNumber: `N-${shipmentId.slice(0, 2)}`,
    mode: "parcel",
    customerId: null,
    carrierName: null,
    references: [],
    origin: null,
    destination: null,
    pickupScheduledAt: null,
    deliveryScheduledAt: null,
    internalNotes,
  };
}

type Unplaced = Omit<EventRecord, "version" | "part" | "pos" | "id">;

function event(
  tenantId: string,
  streamId: string,
  given: { readonly type: string; readonly [field: string]: unknown },
): Unplaced {
  const { type, ...data } = given;
  return {
    type,
    schemaVersion: 1,
    tenantId,
    streamId,
    occurredAt: "2026-05-01T06:00:00.000Z",
    recordedAt: "2026-05-01T06:00:00.000Z",
    actor: { kind: "system", id: null },
    traceparent: null,
    data,
  };
}

function inPlace(events: readonly Unplaced[]): readonly EventRecord[] {
  return events.map((one, at) => {
    const before = events.slice(0, at);
    const part = partOf(one.streamId);
    return {
      ...one,
      id: `f0000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      version: before.filter(({ streamId }) => streamId === one.streamId).length + 1,
      part,
      pos: before.filter(({ streamId }) => partOf(streamId) === part).length + 1,
    };
  });
}
