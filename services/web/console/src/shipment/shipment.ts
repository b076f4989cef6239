import {
  initialFold,
  type Instant,
  nextFold,
  type ShipmentStatus,
} from "@shipment-tracking/domain";
import { api, type components, queryKeys, read } from "../api/index.ts";

export type Shipment = components["schemas"]["Shipment"];
export type Entry = components["schemas"]["TimelineEntry"];
export type AuditLine = components["schemas"]["AuditLine"];
export type Place = components["schemas"]["Place"];
export type Whole = components["schemas"]["WholeShipment"];

export function shipmentQuery(id: string) {
  return {
    queryKey: queryKeys.shipment(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read(api.GET("/api/shipments/{id}", { params: { path: { id } }, signal })),
  };
}

/** What would change of the timeline. */
export interface TimelineChange {
  readonly removed?: string;
  readonly added?: Pick<Entry, "eventType" | "eventAt">;
}

/** The status once the timeline has changed, by the rules of the service. A cancelled shipment stays cancelled. */
export function statusWith(
  { shipment, events }: Pick<Whole, "shipment" | "events">,
  { removed, added }: TimelineChange,
): ShipmentStatus {
  if (shipment.status === "cancelled") return "cancelled";
  return foldOf(shipment, events, { removed, added });
}

/** What a cancelled shipment is once it is reopened. */
export function statusUncancelled({ shipment, events }: Pick<Whole, "shipment" | "events">) {
  return foldOf(shipment, events, {});
}

function foldOf(
  shipment: Shipment,
  events: readonly Entry[],
  change: {
    readonly removed?: string | undefined;
    readonly added?: TimelineChange["added"] | undefined;
  },
): ShipmentStatus {
  const kept = events
    .filter((entry) => entry.voidedAt === null && entry.id !== change.removed)
    .toReversed();
  const { added } = change;
  // of the same time, what is recorded later counts later
  const place = added === undefined ? -1 : kept.findIndex((entry) => entry.eventAt > added.eventAt);
  const facts =
    added === undefined
      ? kept
      : kept.toSpliced(place === -1 ? kept.length : place, 0, {
          ...emptyEntry,
          ...added,
        });
  return facts.reduce(nextFold, beginningOf(shipment)).status;
}

function beginningOf({ pickupScheduledAt }: Shipment) {
  // as: the service writes its instants so
  return initialFold({ pickupScheduledAt: pickupScheduledAt as Instant | null });
}

const emptyEntry: Entry = {
  id: "",
  kind: "scan",
  eventType: "in_transit",
  status: null,
  city: "",
  eventAt: "",
  description: null,
  internalNote: null,
  externalId: null,
  recordedAt: "",
  voidedAt: null,
  voidReason: null,
};

const ended: ReadonlySet<ShipmentStatus> = new Set(["delivered", "returned", "cancelled"]);

/** Milliseconds that the delivery is behind its appointment; 0: in time, or no matter any more. */
export function lateBy(shipment: Shipment, now: number): number {
  if (shipment.deliveryScheduledAt === null || ended.has(shipment.status)) return 0;
  return Math.max(0, now - Date.parse(shipment.deliveryScheduledAt));
}

/** The newest entry that counts. */
export function newestOf(events: readonly Entry[]): Entry | undefined {
  return events.find((entry) => entry.voidedAt === null);
}

/** Which of the three can be done now; the service decides it again. */
export function transitionsOf(whole: Pick<Whole, "shipment" | "events">): readonly Transition[] {
  if (whole.shipment.status === "cancelled") return ["reopen"];
  const facts = whole.events.filter((entry) => entry.voidedAt === null);
  const fold = facts.toReversed().reduce(nextFold, beginningOf(whole.shipment));
  if (fold.status === "returned") return [];
  if (!fold.moved) return ["cancel"];
  return fold.back ? [] : ["return"];
}

export type Transition = "cancel" | "reopen" | "return";

export function citiesOf({ shipment, events }: Pick<Whole, "shipment" | "events">) {
  const cities = [
    ...events.slice(0, 200).map((entry) => entry.city),
    shipment.origin?.city,
    shipment.destination?.city,
  ].filter((city) => city !== undefined);
  return [...new Set(cities)];
}
