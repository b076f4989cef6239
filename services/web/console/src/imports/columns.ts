import type { ImportKind } from "./import.ts";

interface ColumnHelp {
  readonly name: string;
  readonly required: boolean;
  readonly help: string;
}

const shipmentColumns: readonly ColumnHelp[] = [
  column("shipmentNumber!", "Unique in the company. A number that is there already adds nothing."),
  column("mode!", "ftl, ltl, parcel, air, ocean, rail or intermodal."),
  column("originCity", "Empty: not on file; the stop's other columns are then empty too."),
  column("originCountryCode", "Two letters."),
  column("originAddressLine1", ""),
  column("originPostalCode", ""),
  column("originTimeZone", "As Europe/Zurich, for local times."),
  column("destCity", "As for the origin."),
  column("destCountryCode", "Two letters."),
  column("destAddressLine1", ""),
  column("destPostalCode", ""),
  column("destTimeZone", "As Europe/Zurich, for local times."),
  column("pickupScheduledAt", "With an offset, or local in the origin's zone."),
  column("deliveryScheduledAt", "With an offset, or local in the destination's zone."),
  column("carrierName", ""),
  column("reference", "The customer's order number or the like."),
  column("internalNotes", "Never shown to recipients."),
];

const eventColumns: readonly ColumnHelp[] = [
  column("shipmentNumber!", "Of a shipment that exists."),
  column("eventType!", "One of the ten event types, as departure."),
  column("city!", "Not blank."),
  column("eventAt!", "At most 5 minutes in the future. A late one takes its place in time."),
  column("timeZone", "As Europe/Zurich, for a local eventAt."),
  column("description", "Public: recipients read it."),
  column("internalNote", "Never shown to recipients."),
  column("externalId", "The carrier's own id of the scan; one that is in already adds nothing."),
];

export const columnsOf: Readonly<Record<ImportKind, readonly ColumnHelp[]>> = {
  shipments: shipmentColumns,
  events: eventColumns,
};

const examples: Readonly<Record<ImportKind, readonly Readonly<Record<string, string>>[]>> = {
  shipments: [
    {
      shipmentNumber: "EXAMPLE-1",
      mode: "parcel",
      originCity: "Bern",
      originCountryCode: "CH",
      originTimeZone: "Europe/Zurich",
      destCity: "Lyon",
      destCountryCode: "FR",
      destTimeZone: "Europe/Paris",
      pickupScheduledAt: "2026-03-02T08:00",
      deliveryScheduledAt: "2026-03-04T12:00",
    },
  ],
  events: [
    {
      shipmentNumber: "EXAMPLE-1",
      eventType: "pickup",
      city: "Bern",
      eventAt: "2026-03-02T08:12",
      timeZone: "Europe/Zurich",
    },
  ],
};

/** Header line and an example. */
export function templateRows(kind: ImportKind): readonly (readonly string[])[] {
  const names = columnsOf[kind].map(({ name }) => name);
  return [names, ...examples[kind].map((row) => names.map((name) => row[name] ?? ""))];
}

function column(name: string, help: string): ColumnHelp {
  return { name: name.replace("!", ""), required: name.endsWith("!"), help };
}
