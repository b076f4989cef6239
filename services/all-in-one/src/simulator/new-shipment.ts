import { randomUUID } from "node:crypto";
import { shipmentModes, type ShipmentCommand, type ShipmentId } from "@shipment-tracking/domain";
import type { DemoCompany } from "../demo/companies.ts";
import { pick } from "../demo/dice.ts";
import { hourMs, instantOf } from "../demo/instant.ts";
import { networks } from "../demo/lanes.ts";
import { cityName, placeOf } from "../demo/places.ts";
import type { MovingShipment } from "./moving-shipments.ts";

export interface PlannedCommand {
  readonly shipmentId: ShipmentId;
  readonly command: ShipmentCommand;
}

export interface NewShipmentInput {
  readonly company: DemoCompany;
  /** Makes the number unique: how many there are already. */
  readonly serial: number;
  /** Ms since the epoch. */
  readonly now: number;
  roll(): number;
}

/** A shipment that is to be picked up in some hours. */
export function newShipment({ company, serial, now, roll }: NewShipmentInput): PlannedCommand {
  // a random UUID, which is what ShipmentId brands
  const shipmentId = randomUUID() as ShipmentId;
  const mode = pick(shipmentModes, roll());
  const network = networks[mode];
  const lane = pick(network.lanes, roll());
  const pickupAt = (Math.ceil(now / hourMs) + 1 + Math.floor(roll() * 8)) * hourMs;
  const command: ShipmentCommand = {
    type: "create_shipment",
    shipmentId,
    now: instantOf(now),
    details: {
      shipmentNumber: `${company.numberPrefix}-${String(20_001 + serial)}`,
      mode,
      customerId: null,
      carrierName: pick(network.carriers, roll()),
      references: [],
      origin: placeOf(lane[0]),
      destination: placeOf(lane.at(-1) ?? lane[1]),
      pickupScheduledAt: instantOf(pickupAt),
      deliveryScheduledAt: instantOf(pickupAt + Math.round(network.transitHours) * hourMs),
      internalNotes: null,
    },
  };
  return { shipmentId, command };
}

/** A place on the shipment's way: the hub of the lane that it seems to take, always the same for the same shipment. */
export function hubOf({ details }: Pick<MovingShipment, "details">): string {
  const { lanes } = networks[details.mode];
  const onFile = [details.origin?.city, details.destination?.city];
  const lane =
    lanes.find((stops) =>
      [stops[0], stops.at(-1)].some(
        (stop) => stop !== undefined && onFile.includes(cityName(stop)),
      ),
    ) ?? lanes[0];
  return cityName(lane?.[1] ?? "leipzig");
}
