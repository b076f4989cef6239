import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deliver } from "../fixtures/deliver.ts";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { memoryLogSource } from "../fixtures/memory-log-source.ts";
import { created, tenant } from "../fixtures/shipment-events.ts";
import { readModelMigrations } from "../migrations.ts";
import { rebuild } from "./rebuild.ts";
import { rollBack } from "./roll-back.ts";

let db: TestDatabase;
let directory: string;

beforeEach(async () => {
  db = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "tracking-migrations-"));
  await cp(readModelMigrations.directory, directory, { recursive: true });
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

test("a migration after a switch finds every name as before, and closes the way back", async () => {
  const log = createMemoryLog();
  const stream = testId("shipment", 1);
  await deliver(db.pool("projector"), [log.append(tenant, stream, created(stream))]);
  const owner = db.pool("admin");
  const source = { log: memoryLogSource(log), workers: 1 };
  await rebuild(owner, source);
  await rebuild(owner, source);
  await writeFile(
    join(directory, "9001_next.sql"),
    `-- Up Migration
    alter table read.positions drop constraint positions_pkey, drop constraint positions_part_check;
    alter table read.positions add constraint positions_pkey primary key (consumer, part);
    alter table read.invoices drop constraint invoices_created_at_check;
    alter table read.shipment_timelines rename constraint shipment_timelines_token_hash_key to a_new_name;
    alter index read.shipments_newest rename to shipments_by_age;
    alter table read.shipments add column weight integer;`,
  );
  const set = { name: readModelMigrations.name, directory };
  expect(await migrate({ url: db.urls.admin, sets: [set] })).toEqual([
    { set: set.name, name: "9001_next" },
  ]);
  // this version does not know the file: the kept tables do not have it, and new ones would not
  await expect(rollBack(owner, source)).rejects.toThrow(/newer version \(9001_next\)/);
  await expect(rebuild(owner, source)).rejects.toThrow(/newer version \(9001_next\)/);
  const { rows } = await owner.query<{ id: string }>({ text: "select id from read.shipments" });
  expect(rows).toEqual([{ id: stream }]);
});
