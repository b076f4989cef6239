import {
  type CreateShipment,
  decideShipment,
  evolveShipment,
  type ShipmentId,
  type ShipmentState,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Batch } from "./batch.ts";
import type { CommandContext, ShipmentCommandFor } from "./outcome.ts";
import { insertShipments } from "./save-shipments.ts";
import { takeShipmentNumbers } from "./shipment-numbers.ts";
import { TransactionConflict } from "./transaction.ts";

/**
 * Gives generated numbers to the creations that ask for one. Runs before anything else is locked, so that all batches take the
 * counter's lock first.
 */
export async function numberCreations(
  tx: Queryable,
  context: CommandContext,
  commands: readonly ShipmentCommandFor[],
): Promise<readonly ShipmentCommandFor[]> {
  const count = commands.filter(wantsNumber).length;
  if (count === 0) return commands;
  const numbers = [...(await takeShipmentNumbers(tx, context.tenantId, count))];
  return commands.map((command) => {
    const number = wantsNumber(command) ? numbers.shift() : undefined;
    return number === undefined ? command : withNumber(command, number);
  });
}

const maxRounds = 5;

/**
 * Inserts the rows of the shipments that the batch creates, before its decisions: whether a number is free is the database's to say,
 * and a number that is not must refuse one command and leave the others alone. Answers the commands with the numbers
 * that their shipments got: a generated one may have been entered by hand in the same instant.
 */
export async function claimNumbers(
  tx: Queryable,
  context: CommandContext,
  creation: { readonly batch: Batch; readonly commands: readonly ShipmentCommandFor[] },
): Promise<readonly ShipmentCommandFor[]> {
  let commands = creation.commands;
  for (let round = 1; round <= maxRounds; round += 1) {
    const refused = await insertCreated(tx, context, { ...creation, commands });
    const again = commands.filter(
      (command) => wantsNumber(command) && refused.has(command.shipmentId),
    );
    if (again.length === 0) return commands;
    const renumbered = await numberCreations(tx, context, again);
    const byShipment = new Map(renumbered.map((command) => [command.shipmentId, command]));
    commands = commands.map((command) =>
      wantsNumber(command) ? (byShipment.get(command.shipmentId) ?? command) : command,
    );
  }
  throw new TransactionConflict("no generated shipment number stayed free");
}

/** Ids of the shipments whose number (or id) is taken. */
async function insertCreated(
  tx: Queryable,
  context: CommandContext,
  creation: { readonly batch: Batch; readonly commands: readonly ShipmentCommandFor[] },
): Promise<ReadonlySet<ShipmentId>> {
  const states = createdStates(creation.batch, creation.commands);
  if (states.length === 0) return new Set();
  const inserted = await insertShipments(tx, context.tenantId, states);
  const refused = new Set<ShipmentId>();
  for (const state of states) {
    const working = creation.batch.shipments.get(state.shipmentId);
    if (working === undefined || !inserted.has(state.shipmentId)) {
      refused.add(state.shipmentId);
      continue;
    }
    working.inserted = state;
    creation.batch.numbers.set(state.details.shipmentNumber, state.shipmentId);
  }
  return refused;
}

/** The first creation of each shipment that does not exist yet. */
function createdStates(
  batch: Batch,
  commands: readonly ShipmentCommandFor[],
): readonly ShipmentState[] {
  const states = new Map<ShipmentId, ShipmentState>();
  for (const { shipmentId, command } of commands) {
    const working = batch.shipments.get(shipmentId);
    if (command.type !== "create_shipment" || states.has(shipmentId)) continue;
    if (working === undefined || working.loaded !== null || working.inserted !== null) continue;
    const state = createdState(command);
    if (state !== null) states.set(shipmentId, state);
  }
  return [...states.values()];
}

function createdState(command: CreateShipment): ShipmentState | null {
  const decision = decideShipment(command, null);
  if (decision.outcome !== "accepted") return null;
  return decision.events.reduce<ShipmentState | null>(evolveShipment, null);
}

function wantsNumber(command: ShipmentCommandFor): boolean {
  return command.generateNumber === true && command.command.type === "create_shipment";
}

function withNumber(command: ShipmentCommandFor, shipmentNumber: string): ShipmentCommandFor {
  if (command.command.type !== "create_shipment") return command;
  const details = { ...command.command.details, shipmentNumber };
  return { ...command, command: { ...command.command, details } };
}
