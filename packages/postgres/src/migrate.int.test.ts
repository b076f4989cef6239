import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createMigrationCheck, migrate, type MigrationSet } from "./migrate.ts";

let db: TestDatabase;
let directory: string;
let set: MigrationSet;
beforeEach(async () => {
  db = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "migrations-"));
  set = { name: "trial-set", directory };
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await db.drop();
});

async function put(file: string, sql: string): Promise<void> {
  await writeFile(join(directory, file), `-- Up Migration\n${sql}\n`);
}

async function run(): Promise<readonly string[]> {
  const said: string[] = [];
  await migrate({ url: db.urls.admin, sets: [set], log: (sentence) => said.push(sentence) });
  return said;
}

async function exists(relation: string): Promise<boolean> {
  const { rows } = await db.pool("admin").query<{ present: boolean }>({
    text: "select to_regclass($1) is not null as present",
    values: [relation],
  });
  return rows[0]?.present === true;
}

describe("migrate", () => {
  it("runs the files in the order of their numbers, once", async () => {
    await put("0010_third.sql", "alter table public.trial add column c int;");
    await put("0002_second.sql", "alter table public.trial add column b int;");
    await put("0001_first.sql", "create table public.trial (a int);");
    expect(await run()).toEqual([
      "Migrated trial-set: 0001_first",
      "Migrated trial-set: 0002_second",
      "Migrated trial-set: 0010_third",
    ]);
    expect(await run()).toEqual([]);
  });

  it("runs only what is new", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    await run();
    await put("0002_second.sql", "alter table public.trial add column b int;");
    expect(await run()).toEqual(["Migrated trial-set: 0002_second"]);
  });

  it("leaves nothing behind when one of several files fails", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    await put("0002_second.sql", "alter table public.absent add column b int;");
    await expect(run()).rejects.toThrow('relation "public.absent" does not exist');
    expect(await exists("public.trial")).toBe(false);
    await put("0002_second.sql", "alter table public.trial add column b int;");
    expect(await run()).toHaveLength(2);
  });

  it("lets processes that start at once take turns", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.flat()).toEqual(["Migrated trial-set: 0001_first"]);
  });

  it("works for an older process on a newer database", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    await put("0002_second.sql", "alter table public.trial add column b int;");
    await run();
    await rm(join(directory, "0002_second.sql"));
    expect(await run()).toEqual([]);
  });

  it("refuses a new file whose number is below one that was run", async () => {
    await put("0002_second.sql", "create table public.trial (a int);");
    await run();
    await put("0001_late.sql", "create table public.late (a int);");
    await expect(run()).rejects.toThrow("0001_late");
    expect(await exists("public.late")).toBe(false);
  });

  it("keeps braces and dollar signs of the SQL as they are", async () => {
    await put(
      "0001_function.sql",
      "create function public.braces() returns text language sql as $$ select '{a} $1 {}' $$;",
    );
    await run();
    const { rows } = await db.pool("admin").query({ text: "select public.braces() as braces" });
    expect(rows).toEqual([{ braces: "{a} $1 {}" }]);
  });
});

describe("the check of a service with its own role", () => {
  it("passes once every file was run, and then asks no more", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    const check = createMigrationCheck(db.pool("api"), [set]);
    await expect(check()).rejects.toThrow("Not migrated: trial-set 0001_first");
    await run();
    await check();
    await put("0002_second.sql", "alter table public.trial add column b int;");
    await check();
    const next = createMigrationCheck(db.pool("api"), [set]);
    await expect(next()).rejects.toThrow("Not migrated: trial-set 0002_second");
  });

  it("is given its right by the next migration when an older one did not", async () => {
    await put("0001_first.sql", "create table public.trial (a int);");
    await run();
    await db
      .pool("admin")
      .query({ text: "revoke select on public.migrations_trial_set from public" });
    await expect(createMigrationCheck(db.pool("web"), [set])()).rejects.toThrow(
      "permission denied",
    );
    expect(await run()).toEqual([]);
    await createMigrationCheck(db.pool("web"), [set])();
  });
});
