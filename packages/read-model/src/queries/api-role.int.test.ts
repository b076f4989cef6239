import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let db: TestDatabase;
let api: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  api = db.pool("api");
});
afterAll(() => db.drop());

const tables = [
  "api_keys",
  "customer_counts",
  "customers",
  "invoice_counts",
  "invoices",
  "parked_streams",
  "positions",
  "public_tracking",
  "shipment_buckets",
  "shipment_counts",
  "shipment_super_buckets",
  "shipment_timelines",
  "shipments",
  "tenants",
];
/** What is not for readers of answers. */
const hidden = ["applied_times"];
const insufficientPrivilege = "42501";

describe("the read API's role", () => {
  test("knows every read table there is", async () => {
    const { rows } = await db.pool("admin").query<{ name: string }>({
      text: `select tables.table_name as name from information_schema.tables
        where tables.table_schema = 'read' order by 1`,
    });
    expect(rows.map((row) => row.name)).toEqual([...hidden, ...tables].toSorted());
  });

  test.each(tables)("may select read.%s and nothing else", async (table) => {
    await expect(api.query({ text: `select count(*) from read.${table}` })).resolves.toBeDefined();
    const { rows } = await db.pool("admin").query<{ name: string }>({
      text: `select columns.column_name as name from information_schema.columns
        where columns.table_schema = 'read' and columns.table_name = $1 limit 1`,
      values: [table],
    });
    const column = rows[0]?.name ?? "";
    await expectRefused(`insert into read.${table} (${column}) values (null)`);
    await expectRefused(`update read.${table} set ${column} = null`);
    await expectRefused(`delete from read.${table}`);
    await expectRefused(`truncate read.${table}`);
    await expectRefused(`select ${column} from read.${table} for update`);
    await expectRefused(`drop table read.${table}`);
  });

  test.each(hidden)("may not even select read.%s", async (table) => {
    await expectRefused(`select count(*) from read.${table}`);
  });

  test("may create nothing", async () => {
    await expectRefused("create table read.mine (id integer)");
    await expectRefused("create table public.mine (id integer)");
    await expectRefused("create schema mine");
    await expectRefused("create function read.mine() returns integer language sql as 'select 1'");
  });

  test.each([
    "write.event_log",
    "write.log_head",
    "write.shipments",
    "write.users",
    "write.tracking_tokens",
  ])("may not read %s", async (table) => {
    await expectRefused(`select count(*) from ${table}`);
  });

  test("may not record the use of a key: another connection does", async () => {
    await expectRefused("select count(*) from usage.api_key_uses");
  });

  test("may not become another role", async () => {
    for (const role of ["tracking_projector", "tracking_web", "postgres"]) {
      await expectRefused(`set role ${role}`);
    }
  });
});

async function expectRefused(text: string): Promise<void> {
  await expect(api.query({ text })).rejects.toMatchObject({ code: insufficientPrivilege });
}
