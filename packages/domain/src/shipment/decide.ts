import { decideCancel, decideReopen } from "./decide-cancellation.ts";
import { decideChangeDetails, decideCreate } from "./decide-details.ts";
import { decideRecord } from "./decide-record.ts";
import { decideStartReturn } from "./decide-return.ts";
import { decideShare } from "./decide-share.ts";
import { decideVoid } from "./decide-void.ts";
import { conflict, notFound } from "./outcome.ts";
import type { ShipmentCommand } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentState } from "./state.ts";

/**
 * Decides one command: exactly one event, a repeat, or a refusal in a sentence. `state` is null for a shipment that does
 * not exist; otherwise its window must start no later than `windowStart(command)`.
 */
export function decideShipment(command: ShipmentCommand, state: ShipmentState | null): Decision {
  if (command.type === "create_shipment") {
    return state === null ? decideCreate(command) : conflict("The shipment exists already.");
  }
  if (state === null) return notFound("There is no such shipment.");
  switch (command.type) {
    case "change_details":
      return decideChangeDetails(command, state);
    case "record_tracking_event":
      return decideRecord(command, state);
    case "void_tracking_event":
      return decideVoid(command, state);
    case "start_return":
      return decideStartReturn(command, state);
    case "cancel_shipment":
      return decideCancel(command, state);
    case "reopen_shipment":
      return decideReopen(command, state);
    case "share_shipment":
      return decideShare(command, state);
  }
}
