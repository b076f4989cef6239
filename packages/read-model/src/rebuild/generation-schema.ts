import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "@shipment-tracking/postgres";
import { readModelMigrations } from "../migrations.ts";
import { inSchema, type GenerationSchema } from "./redirected.ts";

/** Names of the migration files of the read tables, in the order in which they run. */
export async function migrationNames(): Promise<readonly string[]> {
  const files = await readdir(readModelMigrations.directory);
  return files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

/** What the database has run of them. */
export async function appliedMigrations(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>({
    text: "select runs.name from public.migrations_read_model as runs order by runs.name",
  });
  return rows.map((row) => row.name);
}

/** Makes empty read tables in the schema with the same files that made the live ones: rights, names of constraints and indexes included. */
export async function createGeneration(tx: Queryable, schema: GenerationSchema): Promise<void> {
  for (const name of await migrationNames()) {
    const text = await readFile(join(readModelMigrations.directory, `${name}.sql`), "utf8");
    await tx.query({ text: inSchema(text, schema) });
  }
}

export async function dropGeneration(db: Queryable, schema: GenerationSchema): Promise<void> {
  if (schema === "read") throw new Error("The live read tables are never dropped");
  await db.query({ text: `drop schema if exists ${schema} cascade` });
}

export async function generationExists(db: Queryable, schema: GenerationSchema): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>({
    text: "select to_regnamespace($1) is not null as present",
    values: [schema],
  });
  return rows[0]?.present === true;
}

export async function tablesOf(db: Queryable, schema: GenerationSchema): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    text: `
select tables.relname as name
from pg_catalog.pg_class as tables
where tables.relnamespace = to_regnamespace($1)
and tables.relkind = 'r'
order by tables.relname`,
    values: [schema],
  });
  return rows.map((row) => row.name);
}

export interface SecondaryIndex {
  readonly name: string;
  /** The statement that makes it. */
  readonly definition: string;
}

/** Indexes that enforce nothing: loading is faster without them. */
export async function secondaryIndexes(
  db: Queryable,
  schema: GenerationSchema,
): Promise<readonly SecondaryIndex[]> {
  const { rows } = await db.query<SecondaryIndex>({
    text: `
select classes.relname as name, pg_get_indexdef(classes.oid) as definition
from pg_catalog.pg_index as indexes
join pg_catalog.pg_class as classes on classes.oid = indexes.indexrelid
where classes.relnamespace = to_regnamespace($1)
and not indexes.indisunique
order by classes.relname`,
    values: [schema],
  });
  return rows;
}

export async function dropIndex(
  db: Queryable,
  schema: GenerationSchema,
  index: SecondaryIndex,
): Promise<void> {
  await db.query({ text: `drop index ${schema}.${index.name}` });
}
