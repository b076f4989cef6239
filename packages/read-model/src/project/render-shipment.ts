import type { PublicTracking, ShipmentItem } from "@shipment-tracking/contracts";
import type { ShipmentRow, TimelineLine } from "./shipment-row.ts";

/** The finished answers about a shipment; the API sends these texts as they are. */
export interface RenderedShipment {
  /** Element of GET /v1/shipments (specification 2.1). */
  readonly item: string;
  /** GET /v1/shipments/:id (specification 4.2). */
  readonly detail: string;
  /** GET /track/:token (specification 2.4), null unless shared. */
  readonly publicView: string | null;
}

export function renderShipment(row: ShipmentRow): RenderedShipment {
  const item = JSON.stringify(shipmentItem(row));
  const lines = row.timeline.map(openLine);
  const tracking = lines.map((line) => `${line}}`).join(",");
  return {
    item,
    detail: `${item.slice(0, -1)},"tracking":[${tracking}]}`,
    publicView: row.tokenHash === null ? null : renderPublicView(row, lines),
  };
}

/** The item's fields in the specification's order, which is the order in the answer. */
function shipmentItem(row: ShipmentRow): ShipmentItem {
  return { id: row.shipmentId, ...sharedFields(row), createdAt: row.createdAt };
}

function sharedFields(row: ShipmentRow): Omit<PublicTracking, "events"> {
  return {
    shipmentNumber: row.shipmentNumber,
    status: row.status,
    mode: row.mode,
    originCity: row.originCity,
    destCity: row.destCity,
    pickupScheduledAt: row.pickupScheduledAt,
    deliveryScheduledAt: row.deliveryScheduledAt,
  };
}

function renderPublicView(row: ShipmentRow, lines: readonly string[]): string {
  const events = row.timeline.map(
    (line, at) => `${lines[at] ?? ""},"description":${JSON.stringify(line.description)}}`,
  );
  return `${JSON.stringify(sharedFields(row)).slice(0, -1)},"events":[${events.join(",")}]}`;
}

/** An entry's four common fields (specification 2.2) without the closing brace: the public form adds one more. */
function openLine(line: TimelineLine): string {
  const { eventType, status, city, eventAt } = line;
  return JSON.stringify({ eventType, status, city, eventAt }).slice(0, -1);
}
