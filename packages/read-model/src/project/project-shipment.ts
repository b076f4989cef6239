import type { EventRecord } from "@shipment-tracking/contracts";
import type { ShipmentCreated, ShipmentDetails, ShipmentEvent } from "@shipment-tracking/domain";
import type { ShipmentRow } from "./shipment-row.ts";
import { addEntry, removeEntry, restate } from "./timeline.ts";
import { UnprojectableEvent } from "./unprojectable-event.ts";

/**
 * The row after one more event of its stream. Mechanical: status and restated statuses are taken from the event, the rules of
 * the domain are not known here. The caller has checked that the event's version follows the row's. Throws `UnprojectableEvent`.
 */
export function projectShipment(
  row: ShipmentRow | null,
  event: ShipmentEvent,
  record: EventRecord,
): ShipmentRow {
  if (event.type === "shipment.created") return createRow(row, event, record);
  if (row === null) throw new UnprojectableEvent("The stream does not begin with its creation");
  const changed = applyChange(row, event, record.version);
  const timeline = restate(changed.timeline, event.restated);
  return { ...changed, timeline, status: event.status, version: record.version };
}

function createRow(
  row: ShipmentRow | null,
  event: ShipmentCreated,
  record: EventRecord,
): ShipmentRow {
  if (row !== null) throw new UnprojectableEvent("The shipment exists already");
  if (event.shipmentId !== record.streamId) {
    throw new UnprojectableEvent("The event names another shipment than its stream");
  }
  return {
    tenantId: record.tenantId,
    shipmentId: event.shipmentId,
    version: record.version,
    ...shownDetails(event.details),
    status: event.status,
    createdAt: event.createdAt,
    timeline: [],
    tokenHash: null,
  };
}

function applyChange(
  row: ShipmentRow,
  event: Exclude<ShipmentEvent, ShipmentCreated>,
  version: number,
): ShipmentRow {
  switch (event.type) {
    case "shipment.details_changed":
      return { ...row, ...shownDetails(event.details) };
    case "shipment.tracking_event_recorded":
    case "shipment.return_started":
      return { ...row, timeline: addEntry(row.timeline, event.entry, version) };
    case "shipment.tracking_event_voided": {
      const remaining = removeEntry(row.timeline, event.eventId);
      const { replacement } = event;
      const timeline = replacement === null ? remaining : addEntry(remaining, replacement, version);
      return { ...row, timeline };
    }
    case "shipment.shared":
      return { ...row, tokenHash: keptToken(row, event.tokenHash) };
    case "shipment.cancelled":
    case "shipment.reopened":
      return row;
  }
}

/** The only fields of the details that an answer may show. */
function shownDetails(
  details: ShipmentDetails,
): Pick<
  ShipmentRow,
  | "shipmentNumber"
  | "mode"
  | "originCity"
  | "destCity"
  | "pickupScheduledAt"
  | "deliveryScheduledAt"
> {
  return {
    shipmentNumber: details.shipmentNumber,
    mode: details.mode,
    originCity: details.origin?.city ?? null,
    destCity: details.destination?.city ?? null,
    pickupScheduledAt: details.pickupScheduledAt,
    deliveryScheduledAt: details.deliveryScheduledAt,
  };
}

// specification 2.5: the link never changes once created
function keptToken(row: ShipmentRow, tokenHash: string): string {
  if (row.tokenHash === null || row.tokenHash === tokenHash) return tokenHash;
  throw new UnprojectableEvent("The shipment is shared under another token already");
}
