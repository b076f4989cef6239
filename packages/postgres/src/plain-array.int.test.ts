import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainArray, plainBytesArray } from "./plain-array.ts";

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

test("PostgreSQL reads bytes as they were", async () => {
  const bytes = [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0)];
  const { rows } = await db.pool("webhooks").query({
    text: "select $1::bytea[] as bytes, $2::bytea[] as none",
    values: [bytes.map((one) => one.toString("hex")), []].map(plainBytesArray),
  });
  expect(rows).toEqual([{ bytes, none: [] }]);
});
