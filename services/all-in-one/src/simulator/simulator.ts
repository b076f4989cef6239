import { randomUUID } from "node:crypto";
import type { TenantId, TrackingEventId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import { executeShipmentCommands } from "@shipment-tracking/web-service";
import type { DemoCompany } from "../demo/companies.ts";
import { pick } from "../demo/dice.ts";
import { instantOf } from "../demo/instant.ts";
import { countDemoShipments, listMovingShipments } from "./moving-shipments.ts";
import { hubOf, newShipment, type PlannedCommand } from "./new-shipment.ts";
import { isDue, nextMove } from "./next-move.ts";

export interface SimulatorOptions {
  /** Of the web application's role. */
  readonly pool: Pool;
  readonly tenants: readonly SimulatedTenant[];
  readonly log: Logger;
  /** Pause between two steps, in ms; default 4,000. */
  readonly stepMs?: number;
  /** Called after each committed command. */
  onCommitted(): void;
}

interface SimulatedTenant {
  readonly tenantId: string;
  readonly company: DemoCompany;
}

export interface Simulator {
  /** Resolves when the step at hand is done. */
  stop(): Promise<void>;
}

/** From this many demo shipments of a tenant on the pace falls to one step a minute: 65 new ones a day instead of 1,000. */
const crowd = 2_000;
const slowStepMs = 60_000;
/** With fewer shipments under way than this a step may create one, so that the demo never runs dry. */
const wantedUnderWay = 60;

/** Moves one demo shipment at a time to what plausibly happens next, through the same commands that users give. */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { tenants, log, stepMs = 4_000 } = options;
  let turn = 0;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  schedule(stepMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };

  function schedule(delayMs: number): void {
    if (stopped || tenants.length === 0) return;
    timer = setTimeout(() => {
      running = run();
    }, delayMs);
  }

  async function run(): Promise<void> {
    let delayMs = stepMs;
    const tenant = pick(tenants, (turn % tenants.length) / tenants.length);
    turn += 1;
    try {
      const { total } = await step(options, tenant);
      if (total >= crowd) delayMs = slowStepMs;
    } catch (error) {
      // the database may be restarting: the next step finds out
      log.warn({ err: error }, "the simulator skipped a step");
    }
    schedule(delayMs);
  }
}

async function step(
  { pool, onCommitted, log }: SimulatorOptions,
  { tenantId, company }: SimulatedTenant,
): Promise<{ readonly total: number }> {
  const numberPrefix = `${company.numberPrefix}-`;
  const now = Date.now();
  const counts = await countDemoShipments(pool, tenantId, { numberPrefix });
  const planned =
    counts.moving < wantedUnderWay && Math.random() < 0.4
      ? newShipment({ company, serial: counts.total, now, roll: Math.random })
      : await planMove({ pool, tenantId, company, numberPrefix, now });
  if (planned === null) return counts;
  const [outcome] = await executeShipmentCommands(
    pool,
    {
      // read from the installation's own secrets file, where it was written as a UUID
      tenantId: tenantId as TenantId,
      actor: { kind: "simulator", id: null },
      now: instantOf(now),
    },
    [planned],
  );
  onCommitted();
  if (outcome?.outcome === "rejected") log.debug({ outcome }, "a simulated command was refused");
  return counts;
}

interface PlanMove {
  readonly pool: Pool;
  readonly tenantId: string;
  readonly company: DemoCompany;
  readonly numberPrefix: string;
  readonly now: number;
}

async function planMove(input: PlanMove): Promise<PlannedCommand | null> {
  const { pool, tenantId, company, numberPrefix, now } = input;
  const resting = await listMovingShipments(pool, tenantId, { numberPrefix, limit: 60 });
  const due = resting.filter((shipment) => isDue(shipment, now));
  const candidates = due.length > 0 ? due.slice(0, 20) : resting;
  if (candidates.length === 0) return null;
  const shipment = pick(candidates, Math.random());
  // a random UUID, which is what TrackingEventId brands
  const eventId = randomUUID() as TrackingEventId;
  const hub = hubOf(shipment);
  const command = nextMove({ shipment, company, eventId, hub, now, roll: Math.random });
  return command === null ? null : { shipmentId: shipment.shipmentId, command };
}
