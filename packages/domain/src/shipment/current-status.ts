import { newestFold } from "./timeline.ts";
import type { ShipmentState } from "./state.ts";
import type { ShipmentStatus } from "./status.ts";

/** A cancellation hides the fold; reopening shows it again. */
export function currentStatus(
  state: Pick<ShipmentState, "base" | "facts" | "cancelled">,
): ShipmentStatus {
  return state.cancelled ? "cancelled" : newestFold(state).status;
}
