import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HooksTables } from "../fixtures/hooks-tables.ts";
import { isAnythingDue } from "./is-anything-due.ts";

let db: TestDatabase;

beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

async function lookAt(time: string): Promise<boolean> {
  await db.pool("admin").query({
    text: "update hooks.endpoint_health set next_look_at = $1",
    values: [time],
  });
  return await isAnythingDue(db.pool("webhooks"));
}

it("tells whether an endpoint waits to be looked at", async () => {
  expect(await isAnythingDue(db.pool("webhooks"))).toBe(false);
  await new HooksTables(db.pool("admin")).endpoint();
  expect(await lookAt("infinity")).toBe(false);
  expect(await lookAt("2999-01-01T00:00:00Z")).toBe(false);
  expect(await lookAt("2026-01-01T00:00:00Z")).toBe(true);
});
