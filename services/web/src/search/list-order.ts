import type { ShipmentId, ShipmentStatus } from "@shipment-tracking/domain";
import type { ShipmentKey } from "./find-shipments.ts";

/** What the list can be ordered by, beside the status and "newest first". */
export const keyNames = [
  "created",
  "updated",
  "number",
  "pickup",
  "delivery",
  "lastEvent",
] as const;
export type KeyName = (typeof keyNames)[number];

export type Direction = "asc" | "desc";

/** Place of a shipment in an order by a key; null: it has none. */
export interface KeyPlace {
  readonly key: string | null;
  readonly id: ShipmentId;
}

interface StatusPlace extends ShipmentKey {
  readonly status: ShipmentStatus;
}

/** An order of the list, and the shipment behind which the page begins; null: the first page. */
export type ListOrder =
  | { readonly by: "newest"; readonly after: ShipmentKey | null }
  /** In the order of a shipment's life; within a status newest first. */
  | { readonly by: "status"; readonly direction: Direction; readonly after: StatusPlace | null }
  /** Equal keys in the order of the ids; shipments without a key come last, whatever the direction. */
  | {
      readonly by: "key";
      readonly name: KeyName;
      readonly direction: Direction;
      readonly after: KeyPlace | null;
    };

export interface FoundShipment {
  readonly id: ShipmentId;
  /** What a cursor has to hold to go on behind it. */
  readonly place: readonly (string | null)[];
}

interface Key {
  /** In SQL, as migration 0008 has it in an index. */
  readonly expression: string;
  /** Type in SQL of a place's key. */
  readonly type: "text" | "timestamptz";
  readonly nullable: boolean;
}

export const keys: Readonly<Record<KeyName, Key>> = {
  created: { expression: "shipments.created_at", type: "timestamptz", nullable: false },
  updated: { expression: "shipments.updated_at", type: "timestamptz", nullable: false },
  number: { expression: `(shipments.shipment_number collate "C")`, type: "text", nullable: false },
  pickup: {
    expression: `((shipments.details ->> 'pickupScheduledAt') collate "C")`,
    type: "text",
    nullable: true,
  },
  delivery: {
    expression: `((shipments.details ->> 'deliveryScheduledAt') collate "C")`,
    type: "text",
    nullable: true,
  },
  lastEvent: { expression: "shipments.last_event_at", type: "timestamptz", nullable: true },
};

/** A key as the database gives it, as text. */
export function keyText(key: string | null, name: KeyName): string | null {
  if (key === null || keys[name].type === "text") return key;
  return new Date(key).toISOString();
}
