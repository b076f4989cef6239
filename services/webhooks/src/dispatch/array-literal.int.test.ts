import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainArray } from "./array-literal.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("PostgreSQL reads ids, times, numbers, words and nulls as they were", async () => {
  const [id, at] = [randomUUID(), new Date().toISOString()];
  const { rows } = await db.pool("webhooks").query({
    text: "select $1::uuid[] as ids, $2::timestamptz[] as times, $3::integer[] as numbers, $4::text[] as words, $5::text[] as none",
    values: [[id, null], [at], [1, -2, null], ["half_open", null], []].map(plainArray),
  });
  expect(rows).toEqual([
    {
      ids: [id, null],
      times: [new Date(at)],
      numbers: [1, -2, null],
      words: ["half_open", null],
      none: [],
    },
  ]);
});
