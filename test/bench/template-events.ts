import { randomBytes, randomUUID } from "node:crypto";
import { encodeEvent, type LogEvent } from "@shipment-tracking/contracts";
import {
  decideShipment,
  evolveShipment,
  type Instant,
  type ShipmentCommand,
  type ShipmentId,
  type ShipmentState,
  type TrackingEventId,
} from "@shipment-tracking/domain";

export interface TemplateEvent {
  readonly type: string;
  /** JSON text. */
  readonly data: string;
}

export const templateId = "00000000-0000-4000-8000-000000000000" as ShipmentId;
export const templateNumber = "SHP-TEMPLATE";

const scans = [
  "pickup",
  "departure",
  "arrival",
  "in_transit",
  "departure",
  "arrival",
  "delivered",
] as const;

/** Events of a shipment as the domain decides them: its creation, then a scan each. */
export function templateEvents(): readonly TemplateEvent[] {
  return decided(commands());
}

const templateHash = "0".repeat(64);

/** Makes events that share the template's shipment, each with a token of its own. */
export function sharing(): () => TemplateEvent {
  const share = { type: "share_shipment" as const, now, tokenHash: templateHash };
  const event = decided([...commands(), share]).at(-1);
  if (event === undefined) throw new Error("nothing was decided");
  return () => ({
    ...event,
    data: event.data.replace(templateHash, randomBytes(32).toString("hex")),
  });
}

function decided(all: readonly ShipmentCommand[]): readonly TemplateEvent[] {
  let state: ShipmentState | null = null;
  const events: LogEvent[] = [];
  for (const command of all) {
    const decision = decideShipment(command, state);
    if (decision.outcome !== "accepted") throw new Error(`not accepted: ${command.type}`);
    for (const event of decision.events) {
      events.push(event);
      state = evolveShipment(state, event);
    }
  }
  return events.map((event) => {
    const { type, data } = encodeEvent(event);
    return { type, data: JSON.stringify(data) };
  });
}

function commands(): readonly ShipmentCommand[] {
  const place = { countryCode: "CH", addressLine1: null, postalCode: "8000", timeZone: null };
  return [
    {
      type: "create_shipment",
      shipmentId: templateId,
      now,
      details: {
        shipmentNumber: templateNumber,
        mode: "ftl",
        customerId: null,
        carrierName: "Carrier",
        references: [{ type: "po", value: "PO-1" }],
        origin: { city: "Zürich", ...place },
        destination: { city: "Rotterdam", ...place },
        pickupScheduledAt: hour(0),
        deliveryScheduledAt: hour(90),
        internalNotes: null,
      },
    },
    ...scans.map((eventType, n): ShipmentCommand => {
      const eventId = randomUUID() as TrackingEventId;
      const event = {
        eventId,
        eventType,
        city: `City ${String(n)}`,
        eventAt: hour(n + 1),
        description: "Gate 4",
        internalNote: null,
        externalId: null,
      };
      return { type: "record_tracking_event", now, event };
    }),
  ];
}

// as: instants and ids have the shapes of the brands
function hour(n: number): Instant {
  return new Date(Date.UTC(2026, 1, 1, n)).toISOString() as Instant;
}

const now = hour(500);
