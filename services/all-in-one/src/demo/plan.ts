import {
  shipmentModes,
  type ShipmentCommand,
  type ShipmentDetails,
  type ShipmentId,
  type ShipmentStatus,
} from "@shipment-tracking/domain";
import type { DemoCompany } from "./companies.ts";
import { customerOfShipment } from "./customers.ts";
import { createDice, pick } from "./dice.ts";
import { hourMs, instantOf } from "./instant.ts";
import { journeys, type Journey } from "./journeys.ts";
import { networks, type Lane } from "./lanes.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";
import { placeOf } from "./places.ts";
import { commandsOfSteps } from "./steps.ts";
import { timingOf, type Timing } from "./timing.ts";

/** 120 shipments for each of the two companies. */
export const shipmentsPerCompany = 120;

export interface PlannedShipment {
  readonly shipmentId: ShipmentId;
  readonly shipmentNumber: string;
  /** Status that the commands lead to. */
  readonly ends: ShipmentStatus;
  /** In the order in which they were given; the first one creates the shipment. */
  readonly commands: readonly ShipmentCommand[];
  readonly shared: boolean;
}

export interface PlanInput {
  readonly company: DemoCompany;
  readonly tenantId: string;
  /** Ms since the epoch: the present of the plan. */
  readonly now: number;
}

/** The demo shipments of a company: the same ids for the same tenant, so that an interrupted seeding can go on. */
export function planShipments(input: PlanInput): readonly PlannedShipment[] {
  return Array.from({ length: shipmentsPerCompany }, (_, index) => planShipment(input, index));
}

function planShipment({ company, tenantId, now }: PlanInput, index: number): PlannedShipment {
  const roll = createDice(index * 7919 + company.slug.length);
  // 7 modes and 24 journeys have no common factor: the pairs do not repeat within 168 shipments
  const journey = journeyAt(index);
  const mode = shipmentModes[index % shipmentModes.length] ?? "parcel";
  const network = networks[mode];
  const lane = pick(network.lanes, roll());
  const timing = timingOf({ journey, transitHours: network.transitHours, now, roll });
  // the id is a hash in UUID form, which is what ShipmentId brands
  const shipmentId = nameBasedUuid(tenantId, "demo shipment", index) as ShipmentId;
  const details: ShipmentDetails = {
    shipmentNumber: `${company.numberPrefix}-${String(10_001 + index)}`,
    mode,
    customerId: customerOfShipment(tenantId, index),
    carrierName: journey.scheduled ? pick(network.carriers, roll()) : null,
    references: index % 3 === 0 ? [{ type: "PO", value: String(45_000 + index * 13) }] : [],
    ...stopsOf(lane, index),
    ...schedule(journey, timing, index),
    internalNotes: index % 8 === 2 ? "Rampe 3, Anmeldung am Tor. 要予約" : null,
  };
  const createdAt = instantOf(timing.createdAt);
  const create: ShipmentCommand = { type: "create_shipment", shipmentId, now: createdAt, details };
  const rest = commandsOfSteps({ journey, lane, timing, company, shipmentId, now, roll });
  return {
    shipmentId,
    shipmentNumber: details.shipmentNumber,
    ends: journey.ends,
    commands: [create, ...rest],
    shared: index % 10 === 5,
  };
}

function journeyAt(index: number): Journey {
  const journey = journeys[index % journeys.length];
  if (journey === undefined) throw new RangeError("no journeys");
  return journey;
}

/** Now and then a stop is not on file. */
function stopsOf(lane: Lane, index: number): Pick<ShipmentDetails, "origin" | "destination"> {
  const [from] = lane;
  const to = lane.at(-1) ?? from;
  return {
    origin: index % 11 === 3 ? null : placeOf(from),
    destination: index % 13 === 5 ? null : placeOf(to),
  };
}

function schedule(
  journey: Journey,
  timing: Timing,
  index: number,
): Pick<ShipmentDetails, "pickupScheduledAt" | "deliveryScheduledAt"> {
  if (!journey.scheduled) return { pickupScheduledAt: null, deliveryScheduledAt: null };
  return {
    pickupScheduledAt: instantOf(onTheHour(timing.pickupAt)),
    deliveryScheduledAt:
      index % 9 === 4 ? null : instantOf(onTheHour(timing.pickupAt + timing.transitMs)),
  };
}

function onTheHour(epochMs: number): number {
  return Math.floor(epochMs / hourMs) * hourMs;
}
