import type { EventRecord } from "@shipment-tracking/contracts";
import { partCount, partOf } from "@shipment-tracking/event-log";
import type { History, Violation } from "./history.ts";
import { groupedBy } from "./grouped-by.ts";

/** I4: per stream versions 1, 2, 3… in the order of their positions, per part positions 1, 2, 3… up to the head. */
export function checkLog({ log, heads }: History): readonly Violation[] {
  const byPart = groupedBy(log, (record) => record.part);
  const byStream = groupedBy(log, (record) => record.streamId);
  const parts = Array.from({ length: partCount }, (_, part) => part);
  return [
    ...parts.flatMap((part) => checkPart(part, byPart.get(part) ?? [], heads.get(part) ?? 0)),
    ...[...byStream].flatMap(([streamId, records]) => checkStream(streamId, records)),
  ];
}

function checkPart(part: number, records: readonly EventRecord[], head: number): Violation[] {
  const positions = records.map((record) => record.pos).toSorted((left, right) => left - right);
  const wrong = positions.findIndex((pos, at) => pos !== at + 1);
  if (wrong !== -1) {
    const found = String(positions[wrong]);
    return [broken(`part ${String(part)} has ${found} where ${String(wrong + 1)} is due`)];
  }
  if (positions.length === head) return [];
  return [
    broken(`part ${String(part)} ends at ${String(positions.length)}, its head is ${String(head)}`),
  ];
}

function checkStream(streamId: string, records: readonly EventRecord[]): Violation[] {
  const inOrder = records.toSorted((left, right) => left.pos - right.pos);
  const violations = inOrder
    .filter((record) => record.part !== partOf(streamId))
    .map((record) => broken(`event ${record.id} lies in part ${String(record.part)}`));
  const wrong = inOrder.find((record, at) => record.version !== at + 1);
  if (wrong === undefined) return violations;
  const versions = inOrder.map((record) => record.version).join(", ");
  return [...violations, broken(`stream ${streamId} has the versions ${versions}`)];
}

function broken(what: string): Violation {
  return { invariant: "I4", what };
}
