import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { readShipment, readShipmentEvents } from "../shipments/read-shipment.ts";

type Shipment = NonNullable<Awaited<ReturnType<typeof readShipment>>>;

/** What a recipient reads with the tracking link, from what the last command left: the read side shows it a moment later. Null: no such shipment. */
export async function readPublicView(
  db: Queryable,
  tenantId: TenantId,
  shipmentId: Shipment["id"],
): Promise<PublicTracking | null> {
  const shipment = await readShipment(db, tenantId, shipmentId);
  if (shipment === null) return null;
  const entries = await readShipmentEvents(db, shipmentId);
  return {
    shipmentNumber: shipment.shipmentNumber,
    status: shipment.status,
    mode: shipment.mode,
    originCity: shipment.origin?.city ?? null,
    destCity: shipment.destination?.city ?? null,
    pickupScheduledAt: shipment.pickupScheduledAt,
    deliveryScheduledAt: shipment.deliveryScheduledAt,
    events: entries.flatMap(({ status, ...entry }) =>
      status === null ? [] : [publicEntry({ ...entry, status })],
    ),
  };
}

/** The fields of an entry that recipients see, and no other. */
export function publicEntry(entry: PublicTrackingEvent): PublicTrackingEvent {
  const { eventType, status, city, eventAt, description } = entry;
  return { eventType, status, city, eventAt, description };
}
