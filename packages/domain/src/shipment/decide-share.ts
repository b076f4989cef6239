import { accepted, nothingToDo, statusChange } from "./outcome.ts";
import type { ShareShipment } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { ShipmentState } from "./state.ts";

/** Specification 2.5: the first share mints the token, every later one returns it. Any status can be shared. */
export function decideShare(command: ShareShipment, state: ShipmentState): Decision {
  if (state.shared) return nothingToDo;
  return accepted({
    type: "shipment.shared",
    ...statusChange(state, state, []),
    tokenHash: command.tokenHash,
  });
}
