import {
  currentStatus,
  decideShipment,
  evolveShipment,
  type ShipmentState,
  type TrackingEventId,
} from "@shipment-tracking/domain";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../demo/companies.ts";
import { createDice } from "../demo/dice.ts";
import { nameBasedUuid } from "../demo/name-based-uuid.ts";
import { planShipments } from "../demo/plan.ts";
import type { MovingShipment } from "./moving-shipments.ts";
import { hubOf, newShipment, type PlannedCommand } from "./new-shipment.ts";
import { nextMove } from "./next-move.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const [company] = demoCompanies;
if (company === undefined) throw new Error("no demo company");

function apply(
  state: ShipmentState | null,
  { command }: Omit<PlannedCommand, "shipmentId">,
): ShipmentState {
  const decision = decideShipment(command, state);
  if (decision.outcome !== "accepted") throw new Error(JSON.stringify({ command, decision }));
  let next = state;
  for (const event of decision.events) next = evolveShipment(next, event);
  if (next === null) throw new Error("nothing happened");
  return next;
}

function seenBySimulator(state: ShipmentState): MovingShipment {
  const last = state.facts.at(-1);
  const { shipmentId, details } = state;
  return {
    shipmentId,
    status: currentStatus(state),
    details,
    last: last === undefined ? null : { ...last },
  };
}

/** Moves until nothing follows; the number of moves and the last status. */
function playOut(first: ShipmentState, roll: () => number): { moves: number; status: string } {
  let state = first;
  for (let moves = 0; moves < 100; moves += 1) {
    const shipment = seenBySimulator(state);
    const eventId = nameBasedUuid(state.shipmentId, "move", moves) as TrackingEventId;
    const now = start + (moves + 1) * 240_000;
    const command = nextMove({
      shipment,
      company: company ?? never(),
      eventId,
      hub: hubOf(shipment),
      now,
      roll,
    });
    if (command === null) return { moves, status: shipment.status };
    state = apply(state, { command });
  }
  return { moves: 100, status: currentStatus(state) };
}

function never(): never {
  throw new Error("no demo company");
}

describe("the simulator", () => {
  it("brings every new shipment to its end by moves that the domain accepts", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const roll = createDice(seed);
      const created = apply(null, newShipment({ company, serial: seed, now: start, roll }));
      const { moves, status } = playOut(created, roll);
      expect(status).toBe("delivered");
      expect(moves).toBeGreaterThanOrEqual(5);
      expect(moves).toBeLessThan(40);
    }
  });

  it("brings every demo shipment to its end, whatever it has been through", () => {
    const tenantId = nameBasedUuid("tenant");
    for (const planned of planShipments({ company, tenantId, now: start })) {
      const state = planned.commands.reduce<ShipmentState | null>(
        (before, command) => apply(before, { command }),
        null,
      );
      const { status } = playOut(state ?? never(), createDice(7));
      expect(["delivered", "returned", "cancelled"]).toContain(status);
    }
  });
});
