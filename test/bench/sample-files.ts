import { shipmentModes, type TrackingEventType } from "@shipment-tracking/domain";

export interface SampleOptions {
  /** The same seed gives the same bytes. */
  readonly seed: number;
  readonly shipments: number;
  /** Order of the events: as a feed reports them (by time, over all shipments), or shipment by shipment. */
  readonly order: "by_time" | "by_shipment";
}

export interface SampleFiles {
  readonly shipmentsCsv: string;
  /** Eight events a shipment. */
  readonly eventsCsv: string;
}

/** Two files that belong together: shipments, and their eight scans each. All lines are good. */
export function sampleFiles(options: SampleOptions): SampleFiles {
  const random = createRandom(options.seed);
  const prefix = `B${String(options.seed)}`;
  const shipments = Array.from({ length: options.shipments }, (_, index) =>
    sampleShipment(random, `${prefix}-${String(index + 1).padStart(6, "0")}`),
  );
  const events = shipments.flatMap((shipment) => sampleEvents(random, shipment));
  if (options.order === "by_time") events.sort((a, b) => a.eventAt - b.eventAt);
  return {
    shipmentsCsv: csv(
      "shipmentNumber,mode,originCity,destCity,pickupScheduledAt,deliveryScheduledAt,carrierName",
      shipments.map((shipment) => [
        shipment.shipmentNumber,
        shipment.mode,
        shipment.origin,
        shipment.destination,
        isoText(shipment.pickupAt),
        isoText(shipment.pickupAt + 5 * dayMs),
        shipment.carrier,
      ]),
    ),
    eventsCsv: csv(
      "shipmentNumber,eventType,city,eventAt,description,externalId",
      events.map((event) => [
        event.shipmentNumber,
        event.eventType,
        event.city,
        isoText(event.eventAt),
        event.description,
        event.externalId,
      ]),
    ),
  };
}

const dayMs = 86_400_000;

const journey: readonly TrackingEventType[] = [
  "pickup",
  "departure",
  "arrival",
  "departure",
  "in_transit",
  "arrival",
  "out_for_delivery",
  "delivered",
];

const cities = [
  "Zürich",
  "Köln",
  "Łódź",
  "São Paulo",
  "東京",
  "Rotterdam",
  "Lyon",
  "New York",
  "Αθήνα",
  "Singapore",
  "Malmö",
  "Chicago",
];
const carriers = ["Alpine Freight", "Nordlicht Spedition", "Blue Harbor Lines", ""];

interface SampleShipment {
  readonly shipmentNumber: string;
  readonly mode: string;
  readonly origin: string;
  readonly destination: string;
  readonly pickupAt: number;
  readonly carrier: string;
}

interface SampleEvent {
  readonly shipmentNumber: string;
  readonly eventType: TrackingEventType;
  readonly city: string;
  readonly eventAt: number;
  readonly description: string;
  readonly externalId: string;
}

function sampleShipment(random: Random, shipmentNumber: string): SampleShipment {
  return {
    shipmentNumber,
    mode: random.pick(shipmentModes),
    origin: random.pick(cities),
    destination: random.pick(cities),
    pickupAt: Date.UTC(2025, 0, 1) + random.below(180 * 24 * 60) * 60_000,
    carrier: random.pick(carriers),
  };
}

function sampleEvents(random: Random, shipment: SampleShipment): readonly SampleEvent[] {
  let eventAt = shipment.pickupAt;
  return journey.map((eventType, index) => {
    eventAt += 60_000 + random.below(18 * 60) * 60_000;
    return {
      shipmentNumber: shipment.shipmentNumber,
      eventType,
      city: random.pick(cities),
      eventAt,
      description: random.below(10) === 0 ? "Handed over at the dock, seal intact" : "",
      externalId: `${shipment.shipmentNumber}/${String(index + 1)}`,
    };
  });
}

function csv(header: string, lines: readonly (readonly string[])[]): string {
  const quoted = lines.map((values) =>
    values
      .map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
      .join(","),
  );
  return `${[header, ...quoted].join("\n")}\n`;
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32: small, and the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
