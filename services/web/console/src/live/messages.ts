import { type ShipmentStatus, shipmentStatuses } from "@shipment-tracking/domain";

/** A shipment that somebody changed, as it is by now. */
export interface ShipmentChange {
  readonly id: string;
  readonly shipmentNumber: string;
  readonly status: ShipmentStatus;
  readonly version: number;
  /** Types of the events, for example `shipment.cancelled`. */
  readonly kinds: readonly string[];
  readonly position: string;
}

/** Something else of the company that somebody changed. */
export interface OtherChange {
  readonly id: string;
  /** Type of the event, for example `invoice.issued`. */
  readonly kind: string;
  readonly position: string;
}

export type Message =
  | { readonly type: "ready" }
  | { readonly type: "heartbeat" }
  | { readonly type: "reset" }
  | { readonly type: "signed_out" }
  | { readonly type: "shipment"; readonly change: ShipmentChange }
  | { readonly type: "change"; readonly change: OtherChange }
  | { readonly type: "position"; readonly applied: readonly string[] };

export const messageTypes = [
  "ready",
  "heartbeat",
  "reset",
  "signed_out",
  "shipment",
  "change",
  "position",
] as const satisfies readonly Message["type"][];

/** A server-sent event; null for one that this console does not understand, of a newer service. */
export function readMessage(type: Message["type"], text: string): Message | null {
  const data = parse(text);
  if (data === null) return null;
  switch (type) {
    case "ready":
    case "heartbeat":
    case "reset":
    case "signed_out":
      return { type };
    case "shipment":
      return isShipmentChange(data) ? { type, change: data } : null;
    case "change":
      return isOtherChange(data) ? { type, change: data } : null;
    case "position": {
      const applied = data["applied"];
      return isTexts(applied) ? { type, applied } : null;
    }
  }
}

type Data = Readonly<Record<string, unknown>>;

function parse(text: string): Data | null {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null ? { ...data } : null;
  } catch {
    return null;
  }
}

function isShipmentChange(data: Data): data is Data & ShipmentChange {
  const statuses: readonly unknown[] = shipmentStatuses;
  return (
    areTexts(data, ["id", "shipmentNumber", "position"]) &&
    statuses.includes(data["status"]) &&
    typeof data["version"] === "number" &&
    isTexts(data["kinds"])
  );
}

function isOtherChange(data: Data): data is Data & OtherChange {
  return areTexts(data, ["id", "kind", "position"]);
}

function areTexts(data: Data, names: readonly string[]): boolean {
  return names.every((name) => typeof data[name] === "string");
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
