import { formatPosition } from "@shipment-tracking/contracts";
import type { ShipmentChange } from "./read-changes.ts";

interface Frame {
  readonly event: "ready" | "shipment" | "position" | "heartbeat" | "reset" | "signed_out";
  readonly data: object;
  /** The client names it when it comes back: everything up to it has been sent. */
  readonly id?: string | undefined;
}

/** One server-sent event. JSON has no line breaks. */
export function frame({ event, data, id }: Frame): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}

/** Changes that are told one by one; of more a client is better off loading its list anew. */
const maxTold = 1_000;

/**
 * The changes as one event per shipment: a client needs to know that it changed and how it is now, not each step. The last one carries
 * the place: who breaks off before it gets all of them again.
 */
export function shipmentFrames(changes: readonly ShipmentChange[], id: string): string {
  if (changes.length > maxTold) return frame({ event: "reset", data: {}, id });
  const byShipment = new Map<string, ShipmentChange[]>();
  for (const change of changes) {
    byShipment.set(change.id, [...(byShipment.get(change.id) ?? []), change]);
  }
  const groups = [...byShipment.values()];
  return groups
    .map((group, index) =>
      frame({
        event: "shipment",
        data: shipmentData(group),
        id: index === groups.length - 1 ? id : undefined,
      }),
    )
    .join("");
}

function shipmentData(group: readonly ShipmentChange[]): object {
  const newest = group.at(-1);
  if (newest === undefined) return {};
  const { id, shipmentNumber, status, version } = newest;
  const kinds = [...new Set(group.map((change) => change.kind))];
  return { id, shipmentNumber, status, version, kinds, position: formatPosition(newest) };
}
