import type { ShipmentId } from "@shipment-tracking/domain";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { occurred } from "../metrics/occurrences.ts";
import { appendBatch, headPositions } from "./append-batch.ts";
import { auditBatch } from "./audit-batch.ts";
import { claimNumbers, numberCreations } from "./claim-numbers.ts";
import { type DecidedCommand, decideInBatch } from "./decide-in-batch.ts";
import { loadBatch } from "./load-batch.ts";
import type { CommandContext, CommandOutcome, LogPosition, ShipmentCommandFor } from "./outcome.ts";
import { saveBatch } from "./save-batch.ts";
import { inRepeatedTransaction, isPool } from "./transaction.ts";

export type { CommandContext, CommandOutcome, LogPosition, ShipmentCommandFor } from "./outcome.ts";
export { inRepeatedTransaction, TransactionConflict } from "./transaction.ts";

/**
 * Decides and writes a batch of commands on one or many shipments, in order, in one transaction, and answers in the same order. A
 * refused command does not disturb the others.
 *
 * Given a pool it opens the transaction itself and repeats it after a conflict. Given a transaction it runs inside, and
 * the caller should have opened it with `inRepeatedTransaction`: a conflict is thrown for the whole to be repeated. What the caller
 * writes in the same transaction comes before this call where it can: the append keeps parts of the log locked until the commit.
 */
export async function executeShipmentCommands(
  db: Pool | Queryable,
  context: CommandContext,
  commands: readonly ShipmentCommandFor[],
): Promise<readonly CommandOutcome[]> {
  if (commands.length === 0) return [];
  return isPool(db)
    ? inRepeatedTransaction(db, (tx) => executeIn(tx, context, commands))
    : executeIn(db, context, commands);
}

async function executeIn(
  tx: Queryable,
  context: CommandContext,
  commands: readonly ShipmentCommandFor[],
): Promise<readonly CommandOutcome[]> {
  const numbered = await numberCreations(tx, context, commands);
  const batch = await loadBatch(tx, context, numbered);
  const claimed = await claimNumbers(tx, context, { batch, commands: numbered });
  const decided = claimed.map((command) => decideInBatch(batch, command));
  await saveBatch(tx, batch, context);
  await recordAudit(tx, auditBatch(batch, context));
  const unchanged = await headsForRepeats(tx, decided);
  const appended = await appendBatch(tx, context, batch);
  countDecided(commands, decided);
  return decided.map((one) => withPosition(one, (id) => appended.get(id) ?? unchanged(id)));
}

/** Repeats write nothing, so the log says where their shipments stand: the head of the part, never below it. */
async function headsForRepeats(
  tx: Queryable,
  decided: readonly DecidedCommand[],
): Promise<(id: ShipmentId) => LogPosition> {
  if (decided.some((one) => one.outcome === "repeat")) return headPositions(tx);
  return (id) => {
    throw new Error(`No position for shipment ${id}`);
  };
}

function countDecided(
  commands: readonly ShipmentCommandFor[],
  decided: readonly DecidedCommand[],
): void {
  for (const [index, { outcome }] of decided.entries()) {
    const type = commands[index]?.command.type;
    if (type !== undefined) occurred({ kind: "command", type, outcome });
  }
}

function withPosition(
  decided: DecidedCommand,
  positionOf: (id: ShipmentId) => LogPosition,
): CommandOutcome {
  return decided.outcome === "rejected"
    ? decided
    : { ...decided, position: positionOf(decided.state.shipmentId) };
}
