import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";

type Status = PublicTracking["status"];

/** A token of the right shape that says which state it is of. */
export function tokenOf(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9_-]/g, "-")
    .padEnd(43, "x")
    .slice(0, 43);
}

function event(
  eventType: PublicTrackingEvent["eventType"],
  status: Status,
  at: { readonly city: string; readonly on: string; readonly note?: string },
): PublicTrackingEvent {
  return {
    eventType,
    status,
    city: at.city,
    eventAt: `2026-05-${at.on}:00.000Z`,
    description: at.note ?? null,
  };
}

const pickup = event("pickup", "picked_up", { city: "Łódź", on: "02T08:12" });
const departure = event("departure", "in_transit", { city: "Łódź", on: "02T17:45" });
const arrival = event("arrival", "in_transit", {
  city: "القاهرة",
  on: "03T22:30",
  note: "وصلت الشحنة إلى المستودع, gate 4 (B)",
});
const onward = event("in_transit", "in_transit", {
  city: "東京",
  on: "04T05:20",
  note: "再び輸送中",
});
const out = event("out_for_delivery", "out_for_delivery", { city: "東京", on: "05T23:40" });

const base: PublicTracking = {
  shipmentNumber: "NW-2026-004217",
  status: "in_transit",
  mode: "air",
  originCity: "Łódź",
  destCity: "東京",
  pickupScheduledAt: "2026-05-02T08:00:00.000Z",
  deliveryScheduledAt: "2126-05-06T03:00:00.000Z",
  events: [],
};

const timelines: Readonly<Record<Status, readonly PublicTrackingEvent[]>> = {
  draft: [],
  pickup_scheduled: [],
  picked_up: [pickup],
  in_transit: [onward, arrival, departure, pickup],
  customs_hold: [
    event("customs_hold", "customs_hold", {
      city: "東京",
      on: "04T09:00",
      note: "Papers are checked.",
    }),
    onward,
    arrival,
    departure,
    pickup,
  ],
  out_for_delivery: [out, onward, arrival, departure, pickup],
  attempt_failed: [
    event("attempt_failed", "attempt_failed", {
      city: "東京",
      on: "06T02:10",
      note: "Nobody was at home.",
    }),
    out,
    onward,
    departure,
    pickup,
  ],
  exception: [
    event("exception", "exception", {
      city: "القاهرة",
      on: "04T06:00",
      note: "Road closed after a storm.",
    }),
    arrival,
    departure,
    pickup,
  ],
  delivered: [
    event("delivered", "delivered", {
      city: "東京",
      on: "06T02:31",
      note: "Left with the porter.",
    }),
    out,
    onward,
    arrival,
    departure,
    pickup,
  ],
  returning: [
    event("exception", "returning", { city: "東京", on: "07T03:00" }),
    event("attempt_failed", "attempt_failed", { city: "東京", on: "06T02:10" }),
    out,
    departure,
    pickup,
  ],
  returned: [
    event("returned", "returned", { city: "Łódź", on: "12T11:05" }),
    event("exception", "returning", { city: "東京", on: "07T03:00" }),
    out,
    departure,
    pickup,
  ],
  cancelled: [],
};

/** A shipment as its recipient sees it, in each status. */
export function shipmentIn(status: Status, changes: Partial<PublicTracking> = {}): PublicTracking {
  const scheduled =
    status === "draft" ? { pickupScheduledAt: null, deliveryScheduledAt: null } : {};
  const future =
    status === "pickup_scheduled" ? { pickupScheduledAt: "2126-05-02T08:00:00.000Z" } : {};
  return { ...base, status, events: [...timelines[status]], ...scheduled, ...future, ...changes };
}

/** Newest first, ten minutes apart. */
export function manyEvents(count: number): PublicTrackingEvent[] {
  const newest = Date.parse("2026-05-20T12:00:00.000Z");
  return Array.from({ length: count }, (_, index) => ({
    eventType: index % 2 === 0 ? "arrival" : "departure",
    status: "in_transit",
    city: `Stop ${String(count - index)}`,
    eventAt: new Date(newest - index * 600_000).toISOString(),
    description: null,
  }));
}
