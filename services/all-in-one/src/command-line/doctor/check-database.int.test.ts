import { createPool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkText } from "./check-database.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Of a database that is created so. */
async function checkOf(options: string) {
  const admin = db.pool("admin");
  const name = `text_of_${String(process.pid)}_${String(Date.now())}`;
  await admin.query({ text: `create database ${name} template template0 ${options}` });
  const url = new URL(db.urls.admin);
  url.pathname = `/${name}`;
  const pool = createPool({ url: url.href, applicationName: "test", max: 1 });
  try {
    return await checkText(pool);
  } finally {
    await pool.end();
    await admin.query({ text: `drop database ${name}` });
  }
}

test("a database that holds every text is well", async () => {
  expect(await checkText(db.pool("admin"))).toEqual({
    name: "postgres_text",
    status: "ok",
    message: "UTF8, with upper and lower case of all letters.",
    remedy: null,
  });
});

test("one that knows the case of A to Z only is a warning", async () => {
  const check = await checkOf("locale_provider libc locale 'C' encoding 'UTF8'");
  expect(check).toMatchObject({ status: "warn", message: expect.stringContaining("Ö from ö") });
});

test.each(["SQL_ASCII", "LATIN1"])("one in %s is a failure", async (encoding) => {
  const check = await checkOf(`locale_provider libc locale 'C' encoding '${encoding}'`);
  expect(check).toMatchObject({
    status: "fail",
    message: `The database's encoding is ${encoding}, which cannot hold every text.`,
  });
});
