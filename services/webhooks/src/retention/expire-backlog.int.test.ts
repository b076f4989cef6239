import { randomUUID } from "node:crypto";
import { inTransaction } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HooksTables } from "../fixtures/hooks-tables.ts";
import { fanOut } from "../ingest/fan-out.ts";
import { expireBacklog } from "./expire-backlog.ts";

let db: TestDatabase;
let tables: HooksTables;
beforeEach(async () => {
  db = await createTestDatabase();
  tables = new HooksTables(db.pool("admin"));
});
afterEach(() => db.drop());

describe("a backlog", () => {
  it("ends as dead after a week, and what waited in its lanes is free", async () => {
    const { id: endpointId } = await tables.endpoint({ state: "paused" });
    const shipmentId = randomUUID();
    await put(shipmentId, [2, 3, 4]);
    await age(2, "7 days 1 minute");
    await age(3, "6 days 23 hours");
    await sleepUntilNeeded(endpointId);
    expect(await expireBacklog(db.pool("webhooks"))).toBe(1);
    expect(await open()).toEqual([
      { sequence: 3, blocked: false },
      { sequence: 4, blocked: true },
    ]);
    const { rows } = await db.pool("admin").query({
      text: "select sequence, state, reason from hooks.finished_deliveries",
    });
    expect(rows).toEqual([{ sequence: 2, state: "dead", reason: "It waited for 7 days." }]);
    const { rows: looks } = await db.pool("admin").query({
      text: "select next_look_at <= now() as due from hooks.endpoint_health",
    });
    expect(looks).toEqual([{ due: true }]);
  });

  it("of more than a step ends whole", async () => {
    await tables.endpoint();
    await put(
      randomUUID(),
      Array.from({ length: 1_200 }, (_, at) => at + 2),
    );
    await db.pool("admin").query({
      text: "update hooks.deliveries set created_at = now() - interval '8 days'",
    });
    expect(await expireBacklog(db.pool("webhooks"))).toBe(1_200);
    expect(await open()).toEqual([]);
  });

  it("leaves an attempt that is under way to its end, and one whose worker died not", async () => {
    await tables.endpoint();
    await put(randomUUID(), [2]);
    await age(2, "8 days");
    const lease = (until: string): Promise<unknown> =>
      db.pool("admin").query({
        text: "update hooks.deliveries set claim_id = gen_random_uuid(), leased_until = now() + $1::interval",
        values: [until],
      });
    await lease("20 s");
    expect(await expireBacklog(db.pool("webhooks"))).toBe(0);
    await lease("-1 s");
    expect(await expireBacklog(db.pool("webhooks"))).toBe(1);
  });
});

async function put(shipmentId: string, sequences: readonly number[]): Promise<void> {
  const messages = sequences.map((sequence) => ({
    id: randomUUID(),
    tenantId: tables.tenantId,
    shipmentId,
    sequence,
    eventType: "shipment.status_changed",
    body: Buffer.from("{}"),
    recordedAt: "2026-03-01T10:00:00.000Z",
  }));
  await inTransaction(db.pool("webhooks"), (tx) => fanOut(tx, messages));
}

async function age(sequence: number, interval: string): Promise<void> {
  await db.pool("admin").query({
    text: "update hooks.deliveries set created_at = now() - $2::interval where sequence = $1",
    values: [sequence, interval],
  });
}

/** As after a worker found nothing that may be sent. */
async function sleepUntilNeeded(endpointId: string): Promise<void> {
  await db.pool("admin").query({
    text: "update hooks.endpoint_health set next_look_at = 'infinity' where endpoint_id = $1",
    values: [endpointId],
  });
}

async function open(): Promise<readonly unknown[]> {
  const { rows } = await db.pool("admin").query({
    text: "select sequence, blocked from hooks.deliveries order by sequence",
  });
  return rows;
}
