import { accepted, conflict, statusChange } from "./outcome.ts";
import { newestFold } from "./timeline.ts";
import type { CancelShipment, ReopenShipment } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { FoldState, ShipmentState } from "./state.ts";

/** Allowed until the goods move. Facts stay as they are: the cancellation lies over the fold. */
export function decideCancel(command: CancelShipment, state: ShipmentState): Decision {
  if (state.cancelled) return conflict("The shipment is cancelled already.");
  const obstacle = cancelObstacle(newestFold(state));
  if (obstacle !== null) return conflict(obstacle);
  return accepted({
    type: "shipment.cancelled",
    ...statusChange(state, { ...state, cancelled: true }, []),
    reason: command.reason,
  });
}

export function decideReopen(command: ReopenShipment, state: ShipmentState): Decision {
  if (!state.cancelled) return conflict("Only a cancelled shipment can be reopened.");
  return accepted({
    type: "shipment.reopened",
    ...statusChange(state, { ...state, cancelled: false }, []),
    reason: command.reason,
  });
}

function cancelObstacle(fold: FoldState): string | null {
  if (fold.status === "returned") {
    return "The shipment is back with the shipper; it can no longer be cancelled.";
  }
  if (fold.status === "delivered") {
    return "The shipment is delivered; start a return instead of cancelling it.";
  }
  if (!fold.moved) return null;
  return fold.back
    ? "The shipment is on its way back; it can no longer be cancelled."
    : "The goods have already moved; start a return instead of cancelling the shipment.";
}
