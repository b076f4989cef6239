import type { LogEvent, Position } from "@shipment-tracking/contracts";
import { appendEvents, partOf, readHeads } from "@shipment-tracking/event-log";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { newEvent } from "./new-event.ts";
import type { CommandContext } from "./outcome.ts";
import { TransactionConflict } from "./transaction.ts";

export interface OneEvent {
  readonly streamId: string;
  readonly expectedVersion: number;
  readonly event: LogEvent;
}

/** Appends one event of a small stream (tenant, API key), as the last statement of its transaction. */
export async function appendOne(
  tx: Queryable,
  context: CommandContext,
  { streamId, expectedVersion, event }: OneEvent,
): Promise<Position> {
  const tenantId: TenantId = context.tenantId;
  const result = await appendEvents(tx, [
    { tenantId, streamId, expectedVersion, events: [newEvent(event, context)] },
  ]);
  if (result.outcome === "conflict")
    throw new TransactionConflict(`stream ${streamId} has moved on`);
  const [position] = result.positions;
  if (position === undefined) throw new Error("The log gave no position");
  return { part: position.part, pos: position.pos };
}

/** A position at or after everything that the stream holds. */
export async function headOf(db: Queryable, streamId: string): Promise<Position> {
  const part = partOf(streamId);
  return { part, pos: (await readHeads(db)).get(part) ?? 0 };
}
