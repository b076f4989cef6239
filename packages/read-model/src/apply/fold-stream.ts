import type { DecodedEvent } from "@shipment-tracking/contracts";
import { UnprojectableEvent } from "../project/unprojectable-event.ts";
import type { Poison, StreamWork } from "./group-streams.ts";

/** What a stream's work comes to, before anything is written. */
export interface FoldedStream<Row> {
  readonly before: Row | null;
  /** The row after the last applicable event; the same object as `before` when nothing changed. */
  readonly after: Row | null;
  readonly applied: number;
  /** Events that the row contained already. */
  readonly repeated: number;
  /** Events behind the poison. */
  readonly waiting: number;
  readonly poison: Poison | null;
}

/** What every read row has. */
export interface VersionedRow {
  readonly tenantId: string;
  readonly version: number;
}

/** Folds the stream's events onto its row in memory. An event that does not fit ends the fold as the stream's poison. */
export function foldStream<Row extends VersionedRow>(
  work: StreamWork,
  before: Row | null,
  project: (row: Row | null, decoded: DecodedEvent) => Row,
): FoldedStream<Row> {
  let row = before;
  let applied = 0;
  let repeated = 0;
  for (const decoded of work.events) {
    const version = row?.version ?? 0;
    if (decoded.record.version <= version) {
      repeated += 1;
      continue;
    }
    try {
      checkFollows(decoded, row);
      row = project(row, decoded);
      applied += 1;
    } catch (error) {
      if (!(error instanceof UnprojectableEvent)) throw error;
      const poison = { record: decoded.record, error: error.message };
      const waiting = behind(work, applied + repeated);
      return { before, after: row, applied, repeated, waiting, poison };
    }
  }
  return { before, after: row, applied, repeated, waiting: work.waiting, poison: work.poison };
}

function checkFollows({ record }: DecodedEvent, row: VersionedRow | null): void {
  if (row !== null && row.tenantId !== record.tenantId) {
    throw new UnprojectableEvent("The event names another tenant than its stream");
  }
  const version = row?.version ?? 0;
  if (record.version === version + 1) return;
  throw new UnprojectableEvent(
    `Version ${String(record.version)} of the stream follows version ${String(version)}: events are missing between them`,
  );
}

function behind(work: StreamWork, done: number): number {
  const undecoded = work.poison === null ? 0 : work.waiting + 1;
  return work.events.length - done - 1 + undecoded;
}
