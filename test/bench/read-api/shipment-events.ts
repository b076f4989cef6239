import { randomUUID } from "node:crypto";
import type { LogEvent } from "@shipment-tracking/contracts";
import {
  decideShipment,
  evolveShipment,
  type Instant,
  type ShipmentCommand,
  type ShipmentId,
  type ShipmentState,
  type TrackingEventId,
} from "@shipment-tracking/domain";

const scans = ["pickup", "departure", "arrival", "in_transit", "departure", "arrival"] as const;

/** The n-th shipment: nine events as the domain decides them, and its sharing where a token's SHA-256 is given. */
export function shipmentEvents(
  n: number,
  tokenHash: string | null,
): { readonly id: string; readonly events: readonly LogEvent[] } {
  // as: fresh ids and instants have the shapes of the brands
  const id = randomUUID() as ShipmentId;
  const at = (hour: number) =>
    new Date(Date.UTC(2026, 1, 1, hour) + n * 1_000).toISOString() as Instant;
  const place = { countryCode: null, addressLine1: null, postalCode: null, timeZone: null };
  const now = at(500);
  const commands: ShipmentCommand[] = [
    {
      type: "create_shipment",
      shipmentId: id,
      now: at(0),
      details: {
        shipmentNumber: `SH-${String(n)}`,
        mode: "ltl",
        customerId: null,
        carrierName: null,
        references: [],
        origin: { city: "Rotterdam", ...place },
        destination: { city: "Łódź", ...place },
        pickupScheduledAt: at(1),
        deliveryScheduledAt: at(99),
        internalNotes: null,
      },
    },
    ...[...scans, "out_for_delivery" as const, "delivered" as const].map(
      (eventType, hour): ShipmentCommand => ({
        type: "record_tracking_event",
        now,
        event: {
          eventId: randomUUID() as TrackingEventId,
          eventType,
          city: "Venlo",
          eventAt: at(hour + 2),
          description: null,
          internalNote: null,
          externalId: null,
        },
      }),
    ),
    ...(tokenHash === null ? [] : [{ type: "share_shipment" as const, now, tokenHash }]),
  ];
  let state: ShipmentState | null = null;
  const events: LogEvent[] = [];
  for (const command of commands) {
    const decision = decideShipment(command, state);
    for (const event of decision.outcome === "accepted" ? decision.events : []) {
      events.push(event);
      state = evolveShipment(state, event);
    }
  }
  return { id, events };
}
