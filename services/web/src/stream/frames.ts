import { formatPosition } from "@shipment-tracking/contracts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { streamEvents } from "../openapi/schemas/stream.ts";
import { isShipmentChange, type LogChange, type ShipmentChange } from "./read-changes.ts";

type Frame = {
  readonly [Event in keyof typeof streamEvents]: {
    readonly event: Event;
    readonly data: AnswerOf<(typeof streamEvents)[Event]>;
  };
}[keyof typeof streamEvents] & {
  /** The client names it when it comes back: everything up to it has been sent. */
  readonly id?: string | undefined;
};

/** One server-sent event. JSON has no line breaks. */
export function frame({ event, data, id }: Frame): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}

/** Changes that are told one by one; of more a client is better off loading its list anew. */
const maxTold = 1_000;

/**
 * The changes as one event per shipment, customer and invoice: a client needs to know that it changed and how it is now, not each step. The last one
 * carries the place: who breaks off before it gets all of them again. Empty when there is nothing to tell.
 */
export function changeFrames(changes: readonly LogChange[], id: string): string {
  const told = changes.filter((change) => isShipmentChange(change) || isForAll(change.kind));
  if (told.length > maxTold) return frame({ event: "reset", data: {}, id });
  const byStream = new Map<string, LogChange[]>();
  for (const change of told) {
    byStream.set(change.id, [...(byStream.get(change.id) ?? []), change]);
  }
  const groups = [...byStream.values()];
  return groups
    .map((group, index) => groupFrame(group, index === groups.length - 1 ? id : undefined))
    .join("");
}

/** Every role that may open the stream may read these; keys and users it may not. */
function isForAll(kind: string): boolean {
  return kind.startsWith("customer.") || kind.startsWith("invoice.");
}

function groupFrame(group: readonly LogChange[], id: string | undefined): string {
  const shipments = group.filter(isShipmentChange);
  const newestOf = shipments.at(-1);
  if (newestOf !== undefined) {
    return frame({ event: "shipment", data: shipmentData(shipments, newestOf), id });
  }
  const newest = group.at(-1);
  if (newest === undefined) return "";
  const data = { id: newest.id, kind: newest.kind, position: formatPosition(newest) };
  return frame({ event: "change", data, id });
}

function shipmentData(
  group: readonly ShipmentChange[],
  newest: ShipmentChange,
): AnswerOf<typeof streamEvents.shipment> {
  const { id, shipmentNumber, status, version } = newest;
  const kinds = [...new Set(group.map((change) => change.kind))];
  return { id, shipmentNumber, status, version, kinds, position: formatPosition(newest) };
}
