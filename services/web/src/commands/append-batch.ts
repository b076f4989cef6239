import type { ShipmentId } from "@shipment-tracking/domain";
import { appendEvents, partOf, readHeads, type StreamAppend } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Batch, WorkingShipment } from "./batch.ts";
import { newEvent } from "./new-event.ts";
import type { CommandContext, LogPosition } from "./outcome.ts";
import { TransactionConflict } from "./transaction.ts";

/** Appends the batch's events, as its last statement, and answers where each changed shipment's newest event lies. */
export async function appendBatch(
  tx: Queryable,
  context: CommandContext,
  batch: Batch,
): Promise<ReadonlyMap<ShipmentId, LogPosition>> {
  const streams = [...batch.shipments].flatMap(([id, working]) => streamOf(id, working, context));
  if (streams.length === 0) return new Map();
  const result = await appendEvents(tx, streams);
  if (result.outcome === "conflict") {
    throw new TransactionConflict(`stream ${result.streamId} has moved on`);
  }
  return new Map(
    // the streams are named by shipment ids
    result.positions.map(({ streamId, part, pos }) => [streamId as ShipmentId, { part, pos }]),
  );
}

/** A position at or after everything that the shipment's stream holds. */
export async function headPositions(tx: Queryable): Promise<(id: ShipmentId) => LogPosition> {
  const heads = await readHeads(tx);
  return (id) => {
    const part = partOf(id);
    return { part, pos: heads.get(part) ?? 0 };
  };
}

function streamOf(
  shipmentId: ShipmentId,
  working: WorkingShipment,
  context: CommandContext,
): readonly StreamAppend[] {
  if (working.recorded.length === 0) return [];
  return [
    {
      tenantId: context.tenantId,
      streamId: shipmentId,
      expectedVersion: working.loaded?.version ?? 0,
      events: working.recorded.map(({ event }) => newEvent(event, context)),
    },
  ];
}
