import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dropPartitions, makePartitions } from "./day-partitions.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await db.drop();
});

describe("the days of messages, finished deliveries and attempts", () => {
  it("are made a week ahead by the worker's role, any number of times", async () => {
    await Promise.all([makePartitions(db.pool("webhooks")), makePartitions(db.pool("webhooks"))]);
    for (const table of ["messages", "finished_deliveries", "attempts"])
      expect(await days(table)).toHaveLength(9);
  });

  it("are dropped once they are older than the retention, the others stay", async () => {
    const admin = db.pool("admin");
    await admin.query({
      text: "select hooks.make_partitions((now() at time zone 'utc')::date - 33, (now() at time zone 'utc')::date - 29)",
    });
    const dropped = await dropPartitions(db.pool("webhooks"), 30);
    expect(dropped).toHaveLength(9);
    expect(await days("messages")).toHaveLength(9 + 2);
    expect(await dropPartitions(db.pool("webhooks"), 30)).toEqual([]);
  });

  it("cannot be dropped by the web application", async () => {
    await expect(dropPartitions(db.pool("web"), 30)).rejects.toThrow("permission denied");
  });
});

async function days(table: string): Promise<readonly string[]> {
  const { rows } = await db.pool("admin").query<{ relname: string }>({
    text: `
      select pg_class.relname
      from pg_inherits
      join pg_class on pg_class.oid = pg_inherits.inhrelid
      where pg_inherits.inhparent = ('hooks.' || $1)::regclass`,
    values: [table],
  });
  return rows.map((row) => row.relname);
}
