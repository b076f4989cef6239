import type { TrackingEventId } from "../ids.ts";
import type { ShipmentEvent } from "./events.ts";

/** Why a command is refused: the sentence is shown to the user. `not_found` is for an event id that the shipment does not have. */
export interface Rejection {
  readonly kind: "conflict" | "not_found" | "invalid";
  readonly reason: string;
  /** For `invalid`: the field at fault, in the words of the web API. */
  readonly field?: string;
}

/** Outcome of a decision. */
export type Decision =
  | { readonly outcome: "accepted"; readonly events: readonly ShipmentEvent[] }
  /** Nothing to write: the fact (or the wanted state) is there already. */
  | { readonly outcome: "repeat"; readonly eventId: TrackingEventId | null }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };
