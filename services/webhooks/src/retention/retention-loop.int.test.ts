import { randomUUID } from "node:crypto";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRetention } from "./retention-loop.ts";

const log = createLogger({ service: "test", level: "silent" });

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
});

describe("the days", () => {
  it("roll over at midnight UTC: each moment of the coming week has its table", async () => {
    const retention = await startRetention({ pool: db.pool("webhooks"), days: 30, log });
    await retention.stop();
    // the last moment of today and the first of each day to come, as they will be written then
    for (const day of [0, 1, 2, 6, 7]) {
      await message(`interval '${String(day)} d'`);
      await message(`interval '${String(day + 1)} d' - interval '1 ms'`);
    }
    const perTable = await rows<{ table: string; n: number }>(`
      select tableoid::regclass::text as table, count(*)::integer as n
      from hooks.messages
      group by 1
      order by 1`);
    const stamps = await Promise.all([0, 1, 2, 6, 7].map(stamp));
    expect(perTable).toEqual(stamps.map((day) => ({ table: `hooks.messages_${day}`, n: 2 })));
  });

  it("that a running worker has not made yet are made while it runs", async () => {
    const admin = db.pool("admin");
    // as on the last of the days that were made when the worker began
    await rows("select hooks.drop_partitions((now() at time zone 'utc')::date + 30)");
    await rows(
      "select hooks.make_partitions((now() at time zone 'utc')::date, (now() at time zone 'utc')::date)",
    );
    const retention = await startRetention({
      pool: db.pool("webhooks"),
      days: 30,
      log,
      everyMs: 20,
    });
    for (const table of ["messages", "finished_deliveries", "attempts"]) {
      await admin.query({ text: `drop table hooks.${table}_${await stamp(7)}` });
    }
    await expect.poll(() => tableOf(7)).not.toBeNull();
    await retention.stop();
  });

  it("that ended more than the setting's days ago are dropped with what is in them, a day at a time", async () => {
    await rows(
      "select hooks.make_partitions((now() at time zone 'utc')::date - 12, (now() at time zone 'utc')::date)",
    );
    for (const day of [12, 11, 10, 9]) await message(`interval '-${String(day)} d'`);
    const retention = await startRetention({ pool: db.pool("webhooks"), days: 10, log });
    await retention.stop();
    expect(
      await rows(
        "select age from (select (now() at time zone 'utc')::date - (created_at at time zone 'utc')::date as age from hooks.messages) as ages order by age",
      ),
    ).toEqual([{ age: 9 }, { age: 10 }]);
    expect([await tableOf(-11), await tableOf(-10)]).toEqual([null, expect.any(String)]);
    // a day later
    const later = await startRetention({ pool: db.pool("webhooks"), days: 9, log });
    await later.stop();
    expect([await tableOf(-10), await tableOf(-9)]).toEqual([null, expect.any(String)]);
  });
});

/** `offset`: SQL, from the beginning of today. */
async function message(offset: string): Promise<void> {
  await db.pool("admin").query({
    text: `
      insert into hooks.messages (id, created_at, tenant_id, shipment_id, sequence, event_type, body, recorded_at)
      values (
        $1, date_trunc('day', now() at time zone 'utc') at time zone 'utc' + ${offset}, $1, $1, 2, 'shipment.status_changed',
        '{}', now()
      )`,
    values: [randomUUID()],
  });
}

async function stamp(day: number): Promise<string> {
  const [row] = await rows<{ stamp: string }>(
    `select to_char((now() at time zone 'utc')::date + ${String(day)}, 'YYYYMMDD') as stamp`,
  );
  return row?.stamp ?? "";
}

async function tableOf(day: number): Promise<string | null> {
  const [row] = await rows<{ table: string | null }>(
    `select to_regclass('hooks.messages_${await stamp(day)}')::text as table`,
  );
  return row?.table ?? null;
}

async function rows<Row extends object>(text: string): Promise<readonly Row[]> {
  const result = await db.pool("admin").query<Row>({ text });
  return result.rows;
}
