import type { Instant, ShipmentEvent, ShipmentId, ShipmentState } from "@shipment-tracking/domain";

/** One shipment while a batch runs in memory. */
export interface WorkingShipment {
  /** As it was loaded; null when the batch creates it. */
  readonly loaded: ShipmentState | null;
  /** When the newest fact before the window of `loaded` happened. */
  readonly eventBeforeAt: Instant | null;
  state: ShipmentState | null;
  /** As its row was inserted before the decisions; null for a shipment that was there. */
  inserted: ShipmentState | null;
  readonly recorded: RecordedEvent[];
}

/** An accepted event and the shipment's version after it. */
export interface RecordedEvent {
  readonly event: ShipmentEvent;
  readonly version: number;
}

export interface Batch {
  readonly shipments: ReadonlyMap<ShipmentId, WorkingShipment>;
  /** Who bears the shipment numbers that the batch mentions. */
  readonly numbers: Map<string, ShipmentId>;
}

export function workingShipment(
  loaded: ShipmentState | null,
  eventBeforeAt: Instant | null = null,
): WorkingShipment {
  return { loaded, eventBeforeAt, state: loaded, inserted: null, recorded: [] };
}
