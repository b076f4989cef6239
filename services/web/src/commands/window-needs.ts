import {
  type ReportedEvent,
  type ShipmentCommand,
  type ShipmentId,
  windowStart,
} from "@shipment-tracking/domain";
import type { ExternalWanted, FactPlace } from "./find-facts.ts";
import type { WindowWanted } from "./load-windows.ts";
import type { ShipmentCommandFor } from "./outcome.ts";

const everything = "-infinity";
const nothing = "infinity";

/**
 * One window per shipment that covers all of its commands: it begins at the earliest instant that any of them touches. `places` are
 * the stored facts that the commands name.
 */
export function windowsFor(
  commands: readonly ShipmentCommandFor[],
  places: readonly FactPlace[],
): readonly WindowWanted[] {
  const eventAts = new Map(places.map((place) => [place.eventId, place.eventAt]));
  const starts = new Map<ShipmentId, string>();
  for (const { shipmentId, command } of commands) {
    const before = starts.get(shipmentId) ?? nothing;
    starts.set(shipmentId, earlier(before, startOf(command, eventAts)));
  }
  return [...starts].map(([shipmentId, from]) => ({ shipmentId, from }));
}

/** External ids that the commands bring, to be looked up among the facts of their shipments. */
export function externalIdsIn(commands: readonly ShipmentCommandFor[]): readonly ExternalWanted[] {
  return commands.flatMap(({ shipmentId, command }) => {
    const externalId = reportedEvent(command)?.externalId ?? null;
    return externalId === null ? [] : [{ shipmentId, externalId }];
  });
}

function reportedEvent(command: ShipmentCommand): ReportedEvent | null {
  if (command.type === "record_tracking_event") return command.event;
  return command.type === "void_tracking_event" ? command.replacement : null;
}

function startOf(command: ShipmentCommand, eventAts: ReadonlyMap<string, string>): string {
  const start = windowStart(command);
  switch (start.kind) {
    case "all":
      return everything;
    case "none":
      return nothing;
    case "from":
      return start.eventAt;
    case "from_fact":
      // an unknown fact is refused, whatever the window
      return earlier(eventAts.get(start.eventId) ?? nothing, start.orEventAt ?? nothing);
  }
}

/** Instants sort as text; so do they against `-infinity` and `infinity`. */
function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
