import { useEffect, useEffectEvent } from "react";
import { live } from "./live.ts";
import type { ShipmentChange } from "./messages.ts";

/** Tells of each shipment that somebody changes, at once; the queries of lists and shipments are loaded again by themselves. */
export function useShipmentChanges(listener: (change: ShipmentChange) => void): void {
  const tell = useEffectEvent(listener);
  useEffect(() => live.onShipmentChange((change) => tell(change)), []);
}
