import { checkAnswers, type FoldedShipment } from "./check-answers.ts";
import { checkAvailability } from "./check-availability.ts";
import { checkCommands } from "./check-commands.ts";
import { checkLog } from "./check-log.ts";
import { checkSightings } from "./check-sightings.ts";
import { foldShipment } from "./fold-shipment.ts";
import { groupedBy } from "./grouped-by.ts";
import type { History, Violation } from "./history.ts";

/** Everything that a history breaks of what the service promises; empty for a good one. Pure. */
export function checkHistory(history: History): readonly Violation[] {
  const shipments = foldAll(history.log);
  return [
    ...checkCommands(history),
    ...checkLog(history),
    ...(history.answers === null ? [] : checkAnswers(shipments, history.answers)),
    ...checkSightings(shipments, history.sightings),
    ...checkAvailability(history),
  ];
}

function foldAll(log: History["log"]): readonly FoldedShipment[] {
  return [...groupedBy(log, (record) => record.streamId)].map(([id, records]) => ({
    id,
    tenantId: records[0]?.tenantId ?? "",
    versions: foldShipment(records.toSorted((left, right) => left.version - right.version)),
  }));
}
