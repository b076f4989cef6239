import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HooksTables } from "../fixtures/hooks-tables.ts";
import { msUntilDue } from "./ms-until-due.ts";

let db: TestDatabase;

beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

async function lookIn(time: string): Promise<number | null> {
  return await lookAt(`now() + interval '${time}'`);
}

/** The time is SQL: intervals are finite below PostgreSQL 17. */
async function lookAt(time: string): Promise<number | null> {
  await db.pool("admin").query({ text: `update hooks.endpoint_health set next_look_at = ${time}` });
  return await msUntilDue(db.pool("webhooks"));
}

it("tells when the next endpoint is to be looked at", async () => {
  expect(await msUntilDue(db.pool("webhooks"))).toBe(null);
  await new HooksTables(db.pool("admin")).endpoint();
  expect(await lookAt("'infinity'")).toBe(null);
  const anHour = await lookIn("1 hour");
  expect(anHour).toBeGreaterThan(3_590_000);
  expect(anHour).toBeLessThanOrEqual(3_600_000);
  expect(await lookIn("-1 second")).toBe(0);
});

it("an endpoint that never had a turn waits", async () => {
  await new HooksTables(db.pool("admin")).endpoint();
  expect(await lookAt("last_claimed_at")).toBe(0);
});

it("does not count endpoints that nothing may be sent to", async () => {
  const tables = new HooksTables(db.pool("admin"));
  await tables.endpoint({ state: "paused" });
  await tables.endpoint({ state: "disabled" });
  await tables.endpoint({ deleted: true });
  expect(await lookIn("-1 second")).toBe(null);
  await tables.endpoint();
  expect(await lookIn("-1 second")).toBe(0);
});
