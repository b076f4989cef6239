import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiPool } from "./api-pool.ts";
import { createLogger } from "@shipment-tracking/runtime";

let db: TestDatabase;
let pool: ReturnType<typeof createApiPool>;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = createApiPool({
    url: db.urls.api,
    log: createLogger({ service: "api", level: "silent" }),
  });
});

afterAll(async () => {
  await pool.end();
  await db.drop();
});

const insufficientPrivilege = "42501";

async function tablesOf(schema: string): Promise<readonly string[]> {
  const { rows } = await db.pool("admin").query<{ name: string }>({
    text: "select table_name as name from information_schema.tables where table_schema = $1",
    values: [schema],
  });
  return rows.map(({ name }) => `${schema}.${name}`);
}

async function codeOf(text: string): Promise<string | undefined> {
  try {
    await pool.query({ text });
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

describe("the read API's database role", () => {
  test("can read what answers are made of in the schema read, and change none", async () => {
    const tables = await tablesOf("read");
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables) {
      expect([table, await codeOf(`select 1 from ${table} limit 1`)]).toEqual([
        table,
        // when what was applied: for the console alone
        table === "read.applied_times" ? insufficientPrivilege : undefined,
      ]);
      for (const change of [
        `insert into ${table} default values`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
      ]) {
        expect([change, await codeOf(change)]).toEqual([change, insufficientPrivilege]);
      }
    }
    expect(await codeOf("update read.tenants set active = true")).toBe(insufficientPrivilege);
    expect(await codeOf("update read.shipments set doc = ''")).toBe(insufficientPrivilege);
  });

  test("cannot even read what the web application and the log keep", async () => {
    const tables = [...(await tablesOf("write")), ...(await tablesOf("usage"))];
    expect(tables).toContain("write.event_log");
    for (const table of tables) {
      expect([table, await codeOf(`select 1 from ${table}`)]).toEqual([
        table,
        insufficientPrivilege,
      ]);
    }
  });

  test("can create nothing", async () => {
    for (const schema of ["read", "public", "write"]) {
      expect(await codeOf(`create table ${schema}.mine (id integer)`)).toBe(insufficientPrivilege);
    }
    expect(await codeOf("create schema mine")).toBe(insufficientPrivilege);
  });

  test("its statements end after 2 seconds", async () => {
    expect(await codeOf("select pg_catalog.pg_sleep(10)")).toBe("57014");
  });
});
