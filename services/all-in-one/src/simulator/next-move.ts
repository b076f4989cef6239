import type {
  Instant,
  ShipmentCommand,
  TrackingEventId,
  TrackingEventType,
} from "@shipment-tracking/domain";
import type { DemoCompany } from "../demo/companies.ts";
import { hourMs, instantOf } from "../demo/instant.ts";
import type { MovingShipment } from "./moving-shipments.ts";

export interface MoveInput {
  readonly shipment: MovingShipment;
  readonly company: DemoCompany;
  readonly eventId: TrackingEventId;
  /** A place between origin and destination, for shipments that have not reached one yet. */
  readonly hub: string;
  /** Ms since the epoch. */
  readonly now: number;
  /** A number in [0, 1). */
  roll(): number;
}

interface Scan {
  readonly eventType: TrackingEventType;
  readonly city: string;
  readonly description?: string;
}

/** Whether something can plausibly happen by now: nobody collects goods days before the appointment. `now` in ms since the epoch. */
export function isDue({ status, details }: MovingShipment, now: number): boolean {
  const { pickupScheduledAt } = details;
  if (status !== "pickup_scheduled" || pickupScheduledAt === null) return true;
  return Date.parse(pickupScheduledAt) < now + hourMs;
}

/** What plausibly happens next to a shipment; null when nothing does (it is at its end). */
export function nextMove(input: MoveInput): ShipmentCommand | null {
  const { shipment, now } = input;
  if (shipment.status === "draft") {
    const pickupScheduledAt = instantOf(Math.ceil(now / hourMs) * hourMs + 4 * hourMs);
    return { type: "change_details", now: instantOf(now), changes: { pickupScheduledAt } };
  }
  const scan = nextScan(input);
  if (scan === null) return null;
  return {
    type: "record_tracking_event",
    now: instantOf(now),
    event: {
      eventId: input.eventId,
      eventType: scan.eventType,
      city: scan.city,
      eventAt: scanTime(input),
      description: scan.description ?? null,
      internalNote: null,
      externalId: null,
    },
  };
}

function nextScan(input: MoveInput): Scan | null {
  const { shipment, company, roll } = input;
  const { origin, destination, here } = stops(input);
  switch (shipment.status) {
    case "pickup_scheduled":
      return { eventType: "pickup", city: origin };
    case "picked_up":
      return { eventType: "departure", city: origin };
    case "in_transit":
      return onTheWay(input);
    case "out_for_delivery":
      return roll() < 0.12
        ? { eventType: "attempt_failed", city: destination, description: company.notes.nobodyThere }
        : { eventType: "delivered", city: destination, description: company.notes.delivered };
    case "attempt_failed":
      return { eventType: "out_for_delivery", city: destination };
    case "exception":
    case "customs_hold":
      return here === destination
        ? { eventType: "out_for_delivery", city: destination }
        : { eventType: "departure", city: here };
    case "returning":
      return { eventType: "returned", city: origin };
    case "draft":
    case "delivered":
    case "returned":
    case "cancelled":
      return null;
  }
}

function onTheWay(input: MoveInput): Scan {
  const { shipment, company, hub, roll } = input;
  const { origin, destination, here } = stops(input);
  const isAtStop = shipment.last?.eventType === "arrival";
  if (isAtStop && here === destination) return { eventType: "out_for_delivery", city: destination };
  const luck = roll();
  if (isAtStop && luck < 0.06) {
    return { eventType: "customs_hold", city: here, description: company.notes.customs };
  }
  if (luck > 0.96) return { eventType: "exception", city: here, description: company.notes.delay };
  if (isAtStop) return { eventType: "departure", city: here };
  return { eventType: "arrival", city: here === origin && luck < 0.7 ? hub : destination };
}

/** The places that the next scan can be made at; a stop that is not on file is read from the last scan or replaced by the hub. */
function stops({ shipment, hub }: MoveInput): {
  readonly origin: string;
  readonly destination: string;
  readonly here: string;
} {
  const { details, last } = shipment;
  const origin = details.origin?.city ?? last?.city ?? hub;
  return { origin, destination: details.destination?.city ?? hub, here: last?.city ?? origin };
}

/** A minute or so ago, but after the scan before. */
function scanTime({ shipment, now, roll }: MoveInput): Instant {
  const ago = now - Math.floor(roll() * 90_000);
  const after = shipment.last === null ? 0 : Date.parse(shipment.last.eventAt) + 1_000;
  return instantOf(Math.min(Math.max(ago, after), now + 60_000));
}
