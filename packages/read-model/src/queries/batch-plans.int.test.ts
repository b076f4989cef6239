import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findApiKeysText } from "./find-api-key.ts";
import { customerList, invoiceList } from "./list-billing.ts";
import { shipmentList } from "./list-shipments.ts";

let db: TestDatabase;
let api: Pool;
const count = 2_000;

beforeAll(async () => {
  db = await createTestDatabase();
  api = db.pool("api");
  const projector = db.pool("projector");
  await projector.query({
    text: `
      insert into read.tenants (tenant_id, active, stream_version)
      select md5('tenant ' || n)::uuid, true, 1 from generate_series(1, ${String(count)}) as n`,
  });
  await projector.query({
    text: `
      insert into read.api_keys (key_hash, tenant_id, key_id, stream_version)
      select sha256(convert_to('key ' || n, 'utf8')), md5('tenant ' || n)::uuid, md5('key ' || n)::uuid, 1
      from generate_series(1, ${String(count)}) as n`,
  });
});
afterAll(() => db.drop());

const pages = "bigint[], bigint[]";
const lists = [shipmentList, customerList, invoiceList].flatMap(({ name, keyed, batch, deep }) => [
  { name: `${name}, of keys`, text: keyed.all, types: `bytea[], ${pages}` },
  {
    name: `${name} of a status, of keys`,
    text: keyed.ofStatus,
    types: `bytea[], ${pages}, text[]`,
  },
  { name, text: batch.all, types: `uuid[], ${pages}` },
  { name: `${name} of a status`, text: batch.ofStatus, types: `uuid[], ${pages}, text[]` },
  ...(deep === undefined
    ? []
    : [
        { name: `${name}, deep`, text: deep.all, types: `uuid[], ${pages}` },
        {
          name: `${name} of a status, deep`,
          text: deep.ofStatus,
          types: `uuid[], ${pages}, text[]`,
        },
      ]),
]);

const statements = [{ name: "keys", text: findApiKeysText, types: "bytea[]" }, ...lists];

test.each(statements)(
  "the plan for any number of $name looks each up by an index",
  async ({ text, types }) => {
    expect(await scansOf(text, types)).toEqual([]);
  },
);

describe("with statistics", () => {
  beforeAll(() => db.pool("admin").query({ text: "analyze read.tenants, read.api_keys" }));

  test.each(statements)("so does that of $name", async ({ text, types }) => {
    expect(await scansOf(text, types)).toEqual([]);
  });
});

/** Lines of the plan for any values that read all of a table. */
async function scansOf(text: string, types: string): Promise<readonly string[]> {
  const client = await api.connect();
  try {
    await client.query("begin");
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare looked_at (${types}) as ${text}`);
    const nothing = types.split(",").map(() => "'{}'");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain execute looked_at (${nothing.join(", ")})`,
    );
    return rows.map((row) => row["QUERY PLAN"]).filter((line) => line.includes("Seq Scan"));
  } finally {
    await client.query("rollback");
    await client.query("deallocate all");
    client.release();
  }
}
