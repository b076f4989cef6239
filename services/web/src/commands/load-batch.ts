import { initialFold, type ShipmentId, type ShipmentState } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { type Batch, type WorkingShipment, workingShipment } from "./batch.ts";
import { type FactPlace, findExternalIds, findFacts } from "./find-facts.ts";
import { loadWindowBases, loadWindowFacts, type WindowBase } from "./load-windows.ts";
import { type LockedShipment, lockShipments } from "./lock-shipments.ts";
import type { CommandContext, ShipmentCommandFor } from "./outcome.ts";
import { findShipmentsByNumber } from "./shipment-numbers.ts";
import { externalIdsIn, windowsFor } from "./window-needs.ts";

/**
 * Locks the shipments of a batch and loads what its commands must see, in one query per need. What is read after the lock cannot
 * change before the transaction ends.
 */
export async function loadBatch(
  tx: Queryable,
  context: CommandContext,
  commands: readonly ShipmentCommandFor[],
): Promise<Batch> {
  const ids = [...new Set(commands.map((command) => command.shipmentId))];
  const locked = await lockShipments(tx, context.tenantId, ids);
  const present = new Map(locked.map((shipment) => [shipment.id, shipment]));
  const concerned = commands.filter((command) => present.has(command.shipmentId));
  const loaded = await loadStates(tx, present, concerned);
  return {
    shipments: new Map(ids.map((id) => [id, loaded.get(id) ?? workingShipment(null)])),
    numbers: new Map(await loadNumbers(tx, context, concerned)),
  };
}

async function loadStates(
  tx: Queryable,
  present: ReadonlyMap<ShipmentId, LockedShipment>,
  commands: readonly ShipmentCommandFor[],
): Promise<ReadonlyMap<ShipmentId, WorkingShipment>> {
  const loaded = new Map<ShipmentId, WorkingShipment>();
  if (commands.length === 0) return loaded;
  const places = await findFacts(tx, namedFacts(commands));
  const windows = windowsFor(commands, places);
  const externals = await findExternalIds(tx, externalIdsIn(commands));
  const facts = await loadWindowFacts(tx, windows);
  for (const base of await loadWindowBases(tx, windows)) {
    const shipment = present.get(base.shipmentId);
    if (shipment === undefined) continue;
    const state: ShipmentState = {
      ...stateBefore(shipment, base),
      facts: facts.get(shipment.id) ?? [],
      sameExternalId: externals.get(shipment.id) ?? [],
      voidedIds: voidedAmong(places, shipment.id),
    };
    loaded.set(shipment.id, workingShipment(state, base.before?.eventAt));
  }
  return loaded;
}

function stateBefore(
  shipment: LockedShipment,
  base: WindowBase,
): Omit<ShipmentState, "facts" | "sameExternalId" | "voidedIds"> {
  return {
    shipmentId: shipment.id,
    version: shipment.version,
    createdAt: shipment.createdAt,
    details: shipment.details,
    cancelled: shipment.cancelled,
    shared: base.shared,
    base: base.before?.fold ?? initialFold(shipment.details),
    baseCity: base.before?.city ?? null,
  };
}

function namedFacts(commands: readonly ShipmentCommandFor[]): Parameters<typeof findFacts>[1] {
  return commands.flatMap(({ shipmentId, command }) =>
    command.type === "void_tracking_event" ? [{ shipmentId, eventId: command.eventId }] : [],
  );
}

function voidedAmong(places: readonly FactPlace[], shipmentId: ShipmentId) {
  return places
    .filter((place) => place.voided && place.shipmentId === shipmentId)
    .map((place) => place.eventId);
}

async function loadNumbers(
  tx: Queryable,
  context: CommandContext,
  commands: readonly ShipmentCommandFor[],
): Promise<Iterable<readonly [string, ShipmentId]>> {
  const numbers = commands.flatMap(({ command }) => {
    if (command.type !== "change_details") return [];
    const { shipmentNumber } = command.changes;
    return shipmentNumber === undefined ? [] : [shipmentNumber];
  });
  return numbers.length === 0 ? [] : findShipmentsByNumber(tx, context.tenantId, numbers);
}
