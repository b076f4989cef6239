import { initialFold } from "./fold.ts";
import { sameData } from "./same-data.ts";
import { accepted, conflict, nothingToDo, statusChange } from "./outcome.ts";
import { changeTimeline, newestFold, type TimelineChange } from "./timeline.ts";
import type { ChangeDetails, CreateShipment } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentDetails } from "./events.ts";
import type { ShipmentState } from "./state.ts";

export function decideCreate(command: CreateShipment): Decision {
  return accepted({
    type: "shipment.created",
    shipmentId: command.shipmentId,
    createdAt: command.now,
    details: command.details,
    status: initialFold(command.details).status,
    previousStatus: null,
    statusChanged: false,
    restated: [],
  });
}

/** Every field can change until the shipment is cancelled or returned; fields given with the value they have are no change. */
export function decideChangeDetails(command: ChangeDetails, state: ShipmentState): Decision {
  const obstacle = changeObstacle(state);
  if (obstacle !== null) return conflict(obstacle);
  const details: ShipmentDetails = { ...state.details, ...command.changes };
  const changedFields = fields.filter((field) => !sameData(details[field], state.details[field]));
  if (changedFields.length === 0) return nothingToDo;
  const changed = changeTimeline(state, rescheduling(state.details, details));
  return accepted({
    type: "shipment.details_changed",
    ...statusChange(state, { ...changed, cancelled: false }, changed.restated),
    details,
    changedFields,
  });
}

/** The fold begins elsewhere only when a pickup appointment is set or cleared; another date is the same beginning. */
export function rescheduling(before: ShipmentDetails, after: ShipmentDetails): TimelineChange {
  const scheduled = after.pickupScheduledAt !== null;
  return (before.pickupScheduledAt !== null) === scheduled ? {} : { base: initialFold(after) };
}

// an object of all keys, so that a new field cannot be forgotten here
const fieldNames: { readonly [Field in keyof ShipmentDetails]: Field } = {
  shipmentNumber: "shipmentNumber",
  mode: "mode",
  customerId: "customerId",
  carrierName: "carrierName",
  references: "references",
  origin: "origin",
  destination: "destination",
  pickupScheduledAt: "pickupScheduledAt",
  deliveryScheduledAt: "deliveryScheduledAt",
  internalNotes: "internalNotes",
};
const fields = Object.values(fieldNames);

function changeObstacle(state: ShipmentState): string | null {
  if (state.cancelled) return "The shipment is cancelled; reopen it before changing its details.";
  if (newestFold(state).status !== "returned") return null;
  return "The shipment is back with the shipper; its details can no longer be changed.";
}
