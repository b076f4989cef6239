import { decodeEvent } from "@shipment-tracking/contracts";
import {
  currentStatus,
  evolveShipment,
  type Instant,
  type ShipmentDetails,
  type ShipmentEvent,
  type ShipmentId,
  type ShipmentState,
  type TrackingEventType,
} from "@shipment-tracking/domain";
import { readStream } from "@shipment-tracking/event-log";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newShipmentId, newTrackingEventId } from "../ids.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import {
  type CommandContext,
  type CommandOutcome,
  executeShipmentCommands,
  inRepeatedTransaction,
  type ShipmentCommandFor,
} from "./execute.ts";

let db: TestDatabase;
let context: CommandContext;
let otherContext: CommandContext;
const now = "2026-05-04T12:00:00.000Z" as Instant; // written as an instant

beforeAll(async () => {
  db = await createTestDatabase();
  context = await tenantContext("Alpine Cargo");
  otherContext = await tenantContext("Baltic Freight");
});
afterAll(async () => {
  await db.drop();
});

async function tenantContext(name: string): Promise<CommandContext> {
  const tenant = await createTenant(db.pool("web"), {
    name,
    actor: { kind: "system", id: null },
  });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  return { tenantId: tenant.tenantId, actor: { kind: "user", id: "someone" }, now };
}

function create(changes: Partial<ShipmentDetails> = {}, id = newShipmentId()): ShipmentCommandFor {
  const details: ShipmentDetails = {
    shipmentNumber: `T-${id}`,
    mode: "ltl",
    customerId: null,
    carrierName: null,
    references: [],
    origin: null,
    destination: null,
    pickupScheduledAt: null,
    deliveryScheduledAt: null,
    internalNotes: null,
    ...changes,
  };
  return {
    shipmentId: id,
    command: { type: "create_shipment", shipmentId: id, now, details },
    ...(changes.shipmentNumber === "" ? { generateNumber: true } : {}),
  };
}

let minute = 0;
function scan(
  shipmentId: ShipmentId,
  eventType: TrackingEventType,
  more: { readonly at?: string; readonly externalId?: string; readonly city?: string } = {},
): ShipmentCommandFor & { readonly command: { readonly type: "record_tracking_event" } } {
  minute += 1;
  const eventAt =
    more.at ?? new Date(Date.parse("2026-04-01T00:00:00Z") + minute * 60_000).toISOString();
  return {
    shipmentId,
    command: {
      type: "record_tracking_event",
      now,
      event: {
        eventId: newTrackingEventId(),
        eventType,
        city: more.city ?? "Bern",
        eventAt: eventAt as Instant, // toISOString
        description: null,
        internalNote: null,
        externalId: more.externalId ?? null,
      },
    },
  };
}

function run(...commands: ShipmentCommandFor[]): Promise<readonly CommandOutcome[]> {
  return executeShipmentCommands(db.pool("web"), context, commands);
}

async function created(changes: Partial<ShipmentDetails> = {}): Promise<ShipmentId> {
  const command = create(changes);
  const [outcome] = await run(command);
  expect(outcome?.outcome).toBe("accepted");
  return command.shipmentId;
}

/** The stream folded from its start: what every shortcut of the pipeline must agree with. */
async function replay(shipmentId: ShipmentId): Promise<ShipmentState> {
  const records = await readStream(db.pool("web"), shipmentId);
  const state = records
    .map((record) => decodeEvent(record).event as ShipmentEvent) // a shipment's stream
    .reduce<ShipmentState | null>(evolveShipment, null);
  if (state === null) throw new Error("empty stream");
  return state;
}

async function storedFacts(shipmentId: ShipmentId): Promise<readonly object[]> {
  const { rows } = await db.pool("admin").query<Record<string, unknown>>({
    text: `
      select f.event_id, f.recorded_version, f.after_status, f.after_moved, f.after_back
      from write.shipment_facts f
      where f.shipment_id = $1 and f.voided_at is null
      order by f.event_at, f.recorded_version`,
    values: [shipmentId],
  });
  return rows.map((row) => ({ ...row }));
}

async function expectStoredAsReplayed(shipmentId: ShipmentId): Promise<void> {
  const state = await replay(shipmentId);
  expect(await storedFacts(shipmentId)).toEqual(
    state.facts.map((fact) => ({
      event_id: fact.eventId,
      recorded_version: fact.recordedVersion,
      after_status: fact.after.status,
      after_moved: fact.after.moved,
      after_back: fact.after.back,
    })),
  );
  const { rows } = await db.pool("admin").query({
    text: "select s.version, s.status, s.cancelled from write.shipments s where s.id = $1",
    values: [shipmentId],
  });
  expect(rows).toEqual([
    { version: state.version, status: currentStatus(state), cancelled: state.cancelled },
  ]);
}

describe("a batch", () => {
  test("creates a shipment and records on it in one transaction, with one position for the stream", async () => {
    const creation = create();
    const id = creation.shipmentId;
    const outcomes = await run(
      creation,
      scan(id, "pickup"),
      scan(id, "departure"),
      scan(id, "delivered"),
    );
    expect(outcomes.map((one) => one.outcome)).toEqual(Array(4).fill("accepted"));
    const positions = outcomes.map((one) => (one.outcome === "rejected" ? null : one.position));
    expect(new Set(positions.map((one) => JSON.stringify(one))).size).toBe(1);
    const records = await readStream(db.pool("web"), id);
    expect(records.map((record) => record.version)).toEqual([1, 2, 3, 4]);
    expect(records.at(-1)).toMatchObject({ part: positions[0]?.part, pos: positions[0]?.pos });
    expect(records[0]).toMatchObject({
      tenantId: context.tenantId,
      actor: context.actor,
      recordedAt: now,
    });
    await expectStoredAsReplayed(id);
  });

  test("refuses single commands without disturbing the others", async () => {
    const id = await created();
    const unknown = newShipmentId();
    const outcomes = await run(
      scan(unknown, "pickup"),
      scan(id, "pickup"),
      { shipmentId: id, command: { type: "cancel_shipment", now, reason: null } },
      scan(id, "departure"),
    );
    expect(outcomes.map((one) => one.outcome)).toEqual([
      "rejected",
      "accepted",
      "rejected",
      "accepted",
    ]);
    expect(outcomes[0]).toMatchObject({ rejection: { kind: "not_found" } });
    expect(outcomes[2]).toMatchObject({ rejection: { kind: "conflict" } });
    await expectStoredAsReplayed(id);
  });

  test("does not see another tenant's shipment", async () => {
    const id = await created();
    const before = await replay(id);
    const outcomes = await executeShipmentCommands(db.pool("web"), otherContext, [
      scan(id, "pickup"),
      { shipmentId: id, command: { type: "share_shipment", now, tokenHash: "0".repeat(64) } },
      create({}, id),
    ]);
    expect(outcomes.map((one) => one.outcome)).toEqual(["rejected", "rejected", "rejected"]);
    expect(outcomes[0]).toMatchObject({ rejection: { kind: "not_found" } });
    expect(await replay(id)).toEqual(before);
  });

  test("refuses commands on a shipment whose creation it refused", async () => {
    await created({ shipmentNumber: "TAKEN-1" });
    const creation = create({ shipmentNumber: "TAKEN-1" });
    const outcomes = await run(creation, scan(creation.shipmentId, "pickup"));
    expect(outcomes).toEqual([
      {
        outcome: "rejected",
        rejection: { kind: "conflict", reason: "The shipment number TAKEN-1 is already used." },
      },
      { outcome: "rejected", rejection: { kind: "not_found", reason: "Not found" } },
    ]);
  });

  test("gives the same number to two tenants but not twice to one", async () => {
    const [first, second] = await run(
      create({ shipmentNumber: "SAME-1" }),
      create({ shipmentNumber: "SAME-1" }),
    );
    expect([first?.outcome, second?.outcome]).toEqual(["accepted", "rejected"]);
    const [theirs] = await executeShipmentCommands(db.pool("web"), otherContext, [
      create({ shipmentNumber: "SAME-1" }),
    ]);
    expect(theirs?.outcome).toBe("accepted");
  });

  test("refuses a change to a number that another shipment has, also one created in the same batch", async () => {
    const id = await created();
    await created({ shipmentNumber: "CH-1" });
    const change = (shipmentNumber: string): ShipmentCommandFor => ({
      shipmentId: id,
      command: { type: "change_details", now, changes: { shipmentNumber } },
    });
    const outcomes = await run(
      change("CH-1"),
      create({ shipmentNumber: "CH-2" }),
      change("CH-2"),
      change("CH-3"),
    );
    expect(outcomes.map((one) => one.outcome)).toEqual([
      "rejected",
      "accepted",
      "rejected",
      "accepted",
    ]);
    const [again] = await run(change("CH-3"));
    expect(again).toMatchObject({ outcome: "repeat", eventId: null });
  });

  test("runs inside a transaction of the caller's and disappears with it", async () => {
    const creation = create();
    const work = inRepeatedTransaction(db.pool("web"), async (tx) => {
      const [outcome] = await executeShipmentCommands(tx, context, [creation]);
      expect(outcome?.outcome).toBe("accepted");
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await readStream(db.pool("web"), creation.shipmentId)).toEqual([]);
    expect((await run(creation))[0]?.outcome).toBe("accepted");
  });

  test("of 500 commands on 250 shipments is written completely", async () => {
    const creations = Array.from({ length: 250 }, () => create());
    const scans = creations.map(({ shipmentId }) => scan(shipmentId, "pickup"));
    const outcomes = await run(...creations, ...scans);
    expect(outcomes.every((one) => one.outcome === "accepted")).toBe(true);
    for (const { shipmentId } of creations.slice(0, 10)) await expectStoredAsReplayed(shipmentId);
    const repeated = await run(...scans);
    expect(repeated.every((one) => one.outcome === "repeat")).toBe(true);
  });

  test("that is empty does nothing", async () => {
    expect(await run()).toEqual([]);
  });
});

describe("generated numbers", () => {
  test("count up per tenant and skip those entered by hand", async () => {
    const fresh = await tenantContext("Numbers");
    const make = (...commands: ShipmentCommandFor[]) =>
      executeShipmentCommands(db.pool("web"), fresh, commands);
    const numbers = (outcomes: readonly CommandOutcome[]) =>
      outcomes.map((one) => (one.outcome === "accepted" ? one.state.details.shipmentNumber : one));
    await make(create({ shipmentNumber: "SHP-000002" }), create({ shipmentNumber: "SHP-000004" }));
    const outcomes = await make(
      create({ shipmentNumber: "" }),
      create({ shipmentNumber: "" }),
      create({ shipmentNumber: "" }),
    );
    expect(numbers(outcomes)).toEqual(["SHP-000001", "SHP-000003", "SHP-000005"]);
    expect(numbers(await make(create({ shipmentNumber: "" })))).toEqual(["SHP-000006"]);
  });

  test("skip a number that the same batch enters by hand", async () => {
    const fresh = await tenantContext("Same batch");
    const outcomes = await executeShipmentCommands(db.pool("web"), fresh, [
      create({ shipmentNumber: "" }),
      create({ shipmentNumber: "SHP-000001" }),
    ]);
    const made = outcomes.flatMap((one) =>
      one.outcome === "accepted" ? [one.state.details.shipmentNumber] : [],
    );
    // one of the two has the number, whichever came first to it
    expect(made).toContain("SHP-000001");
    expect(new Set(made).size).toBe(made.length);
  });

  test("are unique under 20 parallel creations", async () => {
    const fresh = await tenantContext("Parallel numbers");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        executeShipmentCommands(db.pool("web"), fresh, [create({ shipmentNumber: "" })]),
      ),
    );
    const numbers = outcomes
      .flat()
      .map((one) => (one.outcome === "accepted" ? one.state.details.shipmentNumber : one));
    expect(new Set(numbers).size).toBe(20);
    expect(numbers).toContain("SHP-000020");
  });
});

describe("windows", () => {
  test("keep what is stored equal to the whole history folded again, in any order of arrival, with voids and a reschedule", async () => {
    const id = await created();
    const types: TrackingEventType[] = [
      "pickup",
      "departure",
      "exception",
      "arrival",
      "in_transit",
      "customs_hold",
      "out_for_delivery",
      "delivered",
    ];
    const scans = types.map((type, index) =>
      scan(id, type, { at: `2026-03-0${String(index + 1)}T08:00:00.000Z` }),
    );
    const order = [5, 2, 7, 0, 6, 1, 4, 3];
    for (const index of order) await run(...scans.slice(index, index + 1));
    await expectStoredAsReplayed(id);
    const eventIds = scans.map((one) => one.command.event.eventId);
    const [voided] = await run({
      shipmentId: id,
      command: {
        type: "void_tracking_event",
        now,
        eventId: eventIds[0] ?? newTrackingEventId(),
        reason: "wrong shipment",
        replacement: { ...scans[0]?.command.event, ...replacement("2026-03-05T09:00:00.000Z") },
      },
    });
    expect(voided?.outcome).toBe("accepted");
    await expectStoredAsReplayed(id);
    await run({
      shipmentId: id,
      command: { type: "change_details", now, changes: { pickupScheduledAt: now } },
    });
    await expectStoredAsReplayed(id);
  });

  test("let one batch void what it recorded, replace it, and void what was there", async () => {
    const id = await created();
    const before = scan(id, "pickup");
    await run(before);
    const first = scan(id, "departure");
    const outcomes = await run(
      first,
      voiding(id, first.command.event.eventId),
      voiding(id, before.command.event.eventId),
      voiding(id, before.command.event.eventId),
      voiding(id, newTrackingEventId()),
      scan(id, "delivered"),
    );
    expect(
      outcomes.map((one) => (one.outcome === "rejected" ? one.rejection.kind : one.outcome)),
    ).toEqual(["accepted", "accepted", "accepted", "conflict", "not_found", "accepted"]);
    await expectStoredAsReplayed(id);
    const [later] = await run(voiding(id, before.command.event.eventId));
    expect(later).toMatchObject({ outcome: "rejected", rejection: { kind: "conflict" } });
  });

  test("find a repeated external id that is older than the window or voided", async () => {
    const id = await created();
    const old = scan(id, "pickup", { externalId: "X-1", at: "2026-01-01T00:00:00.000Z" });
    await run(old);
    const again = await run(scan(id, "departure", { externalId: "X-1" }));
    expect(again).toMatchObject([{ outcome: "repeat", eventId: old.command.event.eventId }]);
    await run(voiding(id, old.command.event.eventId));
    const still = await run(scan(id, "departure", { externalId: "X-1" }));
    expect(still).toMatchObject([{ outcome: "repeat", eventId: old.command.event.eventId }]);
  });

  test("of a shipment with 10,000 facts are a tail: an event in order reads few rows", async () => {
    const id = await created();
    const start = Date.parse("2020-01-01T00:00:00Z");
    for (let done = 0; done < 10_000; done += 500) {
      const scans = Array.from({ length: 500 }, (_, index) =>
        scan(id, "in_transit", { at: new Date(start + (done + index) * 60_000).toISOString() }),
      );
      await run(...scans);
    }
    const [warm] = await run(scan(id, "arrival"));
    expect(warm).toMatchObject({ outcome: "accepted", state: { version: 10_002 } });
    const before = await factReads();
    const [outcome] = await run(scan(id, "delivered"));
    expect(outcome).toMatchObject({
      outcome: "accepted",
      state: { version: 10_003, facts: { length: 1 } },
    });
    // the statistics are written when a connection has been idle for a moment
    await expect
      .poll(async () => (await factReads()) - before, { timeout: 15_000, interval: 200 })
      .toBeGreaterThan(0);
    expect((await factReads()) - before).toBeLessThan(50);
  }, 60_000);
});

/** Rows of shipment_facts that index and sequential scans have read so far. */
async function factReads(): Promise<number> {
  const { rows } = await db.pool("admin").query<{ reads: number }>({
    text: `
      select s.seq_tup_read + s.idx_tup_fetch as reads
      from pg_stat_user_tables s
      where s.schemaname = 'write' and s.relname = 'shipment_facts'`,
  });
  return rows[0]?.reads ?? 0;
}

function voiding(
  shipmentId: ShipmentId,
  eventId: ReturnType<typeof newTrackingEventId>,
): ShipmentCommandFor {
  return {
    shipmentId,
    command: { type: "void_tracking_event", now, eventId, reason: "wrong", replacement: null },
  };
}

function replacement(eventAt: string) {
  return {
    eventId: newTrackingEventId(),
    eventType: "pickup" as const,
    city: "Basel",
    eventAt: eventAt as Instant, // written as an instant
    description: "corrected",
    internalNote: null,
    externalId: null,
  };
}

describe("concurrency", () => {
  test("20 parallel events on one shipment become 20 versions in dense order", async () => {
    const id = await created();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => run(scan(id, "in_transit"))),
    );
    const versions = outcomes
      .flat()
      .map((one) => (one.outcome === "accepted" ? one.state.version : 0));
    expect(versions.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
    await expectStoredAsReplayed(id);
  });

  test("batches over the same shipments in opposite order do not deadlock", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => created()));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        run(...(index % 2 === 0 ? ids : ids.toReversed()).map((id) => scan(id, "in_transit"))),
      ),
    );
    expect(outcomes.flat().every((one) => one.outcome === "accepted")).toBe(true);
    for (const id of ids) await expectStoredAsReplayed(id);
    expect(await db.serverErrors()).toEqual([]);
  });

  test("of two shipments racing for one number exactly one gets it", async () => {
    const [one, other] = [await created(), await created()];
    const change = (shipmentId: ShipmentId): ShipmentCommandFor => ({
      shipmentId,
      command: { type: "change_details", now, changes: { shipmentNumber: "RACE-1" } },
    });
    const outcomes = await Promise.all([
      run(change(one)),
      run(change(other)),
      run(create({ shipmentNumber: "RACE-1" })),
    ]);
    expect(
      outcomes
        .flat()
        .map((outcome) => outcome.outcome)
        .toSorted(),
    ).toEqual(["accepted", "rejected", "rejected"]);
  });

  test("an expected version that has moved on is a conflict, a repeated fact is not", async () => {
    const id = await created();
    const first = scan(id, "pickup");
    expect((await run({ ...first, expectedVersion: 1 }))[0]).toMatchObject({ outcome: "accepted" });
    const [stale] = await run({ ...scan(id, "departure"), expectedVersion: 1 });
    expect(stale).toEqual({
      outcome: "rejected",
      rejection: {
        kind: "conflict",
        reason: "The shipment has changed: it is at version 2, not 1.",
      },
    });
    expect((await run({ ...first, expectedVersion: 1 }))[0]).toMatchObject({ outcome: "repeat" });
  });
});
