import type { ShipmentMode } from "@shipment-tracking/domain";
import type { paths } from "../api/index.ts";
import type { Place, Shipment } from "../shipment/shipment.ts";
import { deviceZone, zonedLocal } from "../shipment/zones.ts";

export type ShipmentBody =
  paths["/api/shipments"]["post"]["requestBody"]["content"]["application/json"];

/** Everything as it is typed; empty means none. */
export interface Values {
  readonly shipmentNumber: string;
  readonly mode: ShipmentMode;
  readonly customerId: string | null;
  readonly carrierName: string;
  readonly references: readonly TypedReference[];
  readonly origin: TypedPlace;
  readonly destination: TypedPlace;
  /** On the clocks of the stop's zone, or else of this device. */
  readonly pickup: string;
  readonly delivery: string;
  readonly internalNotes: string;
}

export interface TypedReference {
  readonly key: number;
  readonly type: string;
  readonly value: string;
}

export interface TypedPlace {
  readonly city: string;
  readonly countryCode: string;
  readonly addressLine1: string;
  readonly postalCode: string;
  readonly timeZone: string;
}

const nowhere: TypedPlace = {
  city: "",
  countryCode: "",
  addressLine1: "",
  postalCode: "",
  timeZone: "",
};

export const emptyValues: Values = {
  shipmentNumber: "",
  mode: "ftl",
  customerId: null,
  carrierName: "",
  references: [],
  origin: nowhere,
  destination: nowhere,
  pickup: "",
  delivery: "",
  internalNotes: "",
};

export function valuesOf(shipment: Shipment): Values {
  return {
    shipmentNumber: shipment.shipmentNumber,
    mode: shipment.mode,
    customerId: shipment.customerId,
    carrierName: shipment.carrierName ?? "",
    references: shipment.references.map((reference, key) => ({ key, ...reference })),
    origin: typedPlace(shipment.origin),
    destination: typedPlace(shipment.destination),
    pickup: typedTime(shipment.pickupScheduledAt, shipment.origin),
    delivery: typedTime(shipment.deliveryScheduledAt, shipment.destination),
    internalNotes: shipment.internalNotes ?? "",
  };
}

/** The clocks that an appointment at the place goes by. */
export function zoneOf(place: TypedPlace): string {
  const zone = place.timeZone.trim();
  return place.city.trim() === "" || zone === "" ? deviceZone : zone;
}

export function bodyOf(values: Values): ShipmentBody {
  const number = values.shipmentNumber.trim();
  return {
    mode: values.mode,
    ...(number === "" ? {} : { shipmentNumber: number }),
    customerId: values.customerId,
    carrierName: orNull(values.carrierName),
    references: values.references
      .map(({ type, value }) => ({ type: type.trim(), value: value.trim() }))
      .filter(({ type, value }) => type !== "" || value !== ""),
    origin: placeOf(values.origin),
    destination: placeOf(values.destination),
    pickupScheduledAt: timeOf(values.pickup, values.origin),
    deliveryScheduledAt: timeOf(values.delivery, values.destination),
    internalNotes: orNull(values.internalNotes),
  };
}

/** Only what was changed. An appointment goes with its place, whose zone says what it means. */
export function changesOf(values: Values, before: Values): Partial<ShipmentBody> {
  const body = bodyOf(values);
  const former = bodyOf(before);
  const changed = new Set(
    // as: the keys of that very object
    (Object.keys(body) as (keyof ShipmentBody)[]).filter(
      (field) => JSON.stringify(body[field]) !== JSON.stringify(former[field]),
    ),
  );
  // another zone would else move the appointment on the clocks that it is written with
  if (changed.has("origin") && values.pickup !== "") changed.add("pickupScheduledAt");
  if (changed.has("destination") && values.delivery !== "") changed.add("deliveryScheduledAt");
  if (changed.has("pickupScheduledAt")) changed.add("origin");
  if (changed.has("deliveryScheduledAt")) changed.add("destination");
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => changed.has(field as keyof ShipmentBody)),
  );
}

export function isChanged(values: Values, before: Values): boolean {
  return JSON.stringify(bodyOf(values)) !== JSON.stringify(bodyOf(before));
}

function typedPlace(place: Place | null): TypedPlace {
  return place === null
    ? nowhere
    : {
        city: place.city,
        countryCode: place.countryCode ?? "",
        addressLine1: place.addressLine1 ?? "",
        postalCode: place.postalCode ?? "",
        timeZone: place.timeZone ?? "",
      };
}

function typedTime(instant: string | null, place: Place | null): string {
  return instant === null ? "" : zonedLocal(instant, zoneOf(typedPlace(place)));
}

function placeOf(place: TypedPlace): Place | null {
  const city = place.city.trim();
  if (city === "") return null;
  return {
    city,
    countryCode: orNull(place.countryCode)?.toUpperCase() ?? null,
    addressLine1: orNull(place.addressLine1),
    postalCode: orNull(place.postalCode),
    timeZone: orNull(place.timeZone),
  };
}

/** Local text where the service knows the zone from the place; an instant where the clocks are this device's. */
function timeOf(local: string, place: TypedPlace): string | null {
  if (local === "") return null;
  if (place.city.trim() !== "" && place.timeZone.trim() !== "") return local;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}
