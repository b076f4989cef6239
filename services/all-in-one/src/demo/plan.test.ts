import {
  decideShipment,
  evolveShipment,
  currentStatus,
  shipmentModes,
  shipmentStatuses,
  type ShipmentState,
} from "@shipment-tracking/domain";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "./companies.ts";
import { planShipments, shipmentsPerCompany, type PlannedShipment } from "./plan.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const tenants = demoCompanies.map((company, index) => ({
  company,
  tenantId: `00000000-0000-4000-8000-00000000000${String(index)}`,
  now,
}));
const planned = tenants.flatMap((tenant) => planShipments(tenant));

/** Gives the commands to the domain, one after the other. */
function play(shipment: PlannedShipment): ShipmentState {
  let state: ShipmentState | null = null;
  for (const command of shipment.commands) {
    const decision = decideShipment(command, state);
    if (decision.outcome !== "accepted") {
      throw new Error(`${shipment.shipmentNumber}: ${JSON.stringify({ command, decision })}`);
    }
    for (const event of decision.events) state = evolveShipment(state, event);
  }
  if (state === null) throw new Error("no commands");
  return state;
}

describe("the planned demo shipments", () => {
  it("are 240, each accepted command by command and ending where its journey says", () => {
    expect(planned).toHaveLength(2 * shipmentsPerCompany);
    for (const shipment of planned) expect(currentStatus(play(shipment))).toBe(shipment.ends);
  });

  it("cover every mode and every status in both tenants", () => {
    for (const tenant of tenants) {
      const own = planShipments(tenant);
      const modes = own.flatMap(({ commands: [first] }) =>
        first?.type === "create_shipment" ? [first.details.mode] : [],
      );
      expect(new Set(modes)).toEqual(new Set(shipmentModes));
      expect(new Set(own.map(({ ends }) => ends))).toEqual(new Set(shipmentStatuses));
    }
  });

  it("name cities in ten scripts, and leave some origins and destinations open", () => {
    const text = JSON.stringify(planned);
    const scripts = [
      "Cyrillic",
      "Greek",
      "Arabic",
      "Hebrew",
      "Han",
      "Hangul",
      "Thai",
      "Devanagari",
    ];
    for (const script of scripts) expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
    expect(text).toMatch(/[öüåøłńışřęžř]/u);
    expect(text).toContain('"origin":null');
    expect(text).toContain('"destination":null');
  });

  it("lie in the past but for schedules, with creations spread over weeks", () => {
    const times = planned.flatMap(({ commands }) => commands.map(({ now: at }) => Date.parse(at)));
    expect(Math.max(...times)).toBeLessThanOrEqual(now);
    const created = planned.flatMap(({ commands: [first] }) =>
      first ? [Date.parse(first.now)] : [],
    );
    expect(now - Math.min(...created)).toBeGreaterThan(21 * 86_400_000);
    expect(now - Math.max(...created)).toBeLessThan(2 * 86_400_000);
    for (const { commands } of planned) {
      const order = commands.map(({ now: at }) => at);
      expect(order).toEqual(order.toSorted());
    }
  });

  it("have ids and numbers of their own, the same in every plan for the same tenant", () => {
    expect(new Set(planned.map(({ shipmentId }) => shipmentId)).size).toBe(planned.length);
    expect(new Set(planned.map(({ shipmentNumber }) => shipmentNumber)).size).toBe(planned.length);
    const again = tenants.flatMap((tenant) => planShipments({ ...tenant, now: now + 5_000 }));
    expect(again.map(({ shipmentId }) => shipmentId)).toEqual(planned.map((one) => one.shipmentId));
  });

  it("contain voided, replaced, late and returned entries with notes", () => {
    const types = planned.flatMap(({ commands }) => commands.map(({ type }) => type));
    expect(types).toEqual(
      expect.arrayContaining([
        "void_tracking_event",
        "start_return",
        "cancel_shipment",
        "reopen_shipment",
      ]),
    );
    const text = JSON.stringify(planned);
    expect(text).toMatch(/"replacement":\{/);
    expect(text).toMatch(/"description":"[^"]/);
  });
});
