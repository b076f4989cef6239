import type { ShipmentCommand } from "./commands.ts";
import type { WindowStart } from "./state.ts";

/** Which facts the decider must see for a command; seeing more changes no outcome. */
export function windowStart(command: ShipmentCommand): WindowStart {
  switch (command.type) {
    case "create_shipment":
    case "cancel_shipment":
    case "reopen_shipment":
    case "share_shipment":
      return { kind: "none" };
    case "change_details":
      // a pickup appointment, set or cleared, moves the fold's beginning
      return command.changes.pickupScheduledAt === undefined ? { kind: "none" } : { kind: "all" };
    case "record_tracking_event":
      return { kind: "from", eventAt: command.event.eventAt };
    case "void_tracking_event":
      return {
        kind: "from_fact",
        eventId: command.eventId,
        orEventAt: command.replacement?.eventAt ?? null,
      };
    case "start_return":
      return { kind: "from", eventAt: command.now };
  }
}
