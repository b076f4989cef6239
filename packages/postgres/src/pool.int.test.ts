import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "./pool.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(async () => {
  await db.drop();
});

test("a connection in constant use is replaced at the end of its life, and never while in use", async () => {
  const options = { url: db.urls.api, applicationName: "test", max: 1, lifetimeSeconds: 1 };
  const pool = createPool(options);
  const pidOf = async (): Promise<number> => {
    const { rows } = await pool.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
    return rows[0]?.pid ?? 0;
  };
  const held = await pool.connect();
  const { rows } = await held.query<{ pid: number }>("select pg_backend_pid() as pid");
  const first = rows[0]?.pid ?? 0;
  await held.query("select pg_sleep(1.5)");
  expect((await held.query("select pg_backend_pid() as pid")).rows).toEqual([{ pid: first }]);
  held.release();
  await expect.poll(pidOf, { timeout: 10_000, interval: 20 }).not.toBe(first);
  await pool.end();
});
