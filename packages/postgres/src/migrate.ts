import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import pg from "pg";
import { withClient } from "./client.ts";
import type { Queryable } from "./queryable.ts";

/** Plain SQL files `<number>_<name>.sql` of one owner, run in the order of their numbers. */
export interface MigrationSet {
  /** Names the table of what was run: `public.migrations_<name>`. */
  readonly name: string;
  /** Absolute path. */
  readonly directory: string;
}

export interface MigrateOptions {
  /** A user that owns the database or may create schemas in it. */
  readonly url: string;
  /** Run in this order. */
  readonly sets: readonly MigrationSet[];
  log?(sentence: string): void;
}

/** One file of a set, without `.sql`. */
export interface Migration {
  readonly set: string;
  readonly name: string;
}

/**
 * Brings the database up to date; each set in one transaction. Processes that start at once wait for each other (advisory lock). With nothing to do it
 * costs one connection and one small query per set (5 ms): node-pg-migrate, which takes 150 ms to load, is loaded only when a file is new. Returns what this call ran.
 */
export async function migrate({ url, sets, log }: MigrateOptions): Promise<readonly Migration[]> {
  return withClient(url, async (client) => {
    await client.query({ text: "select pg_advisory_lock($1)", values: [migrationLock] });
    const done: Migration[] = [];
    for (const set of sets) {
      if ((await pendingNames(client, set)).length > 0) done.push(...(await runSet(client, set)));
      await showRuns(client, set);
      for (const { name } of done.filter((one) => one.set === set.name)) {
        log?.(`Migrated ${set.name}: ${name}`);
      }
    }
    return done;
  });
}

/** The files that `migrate` would run now. Only reads; same user as for `migrate`. */
export async function pendingMigrations({
  url,
  sets,
}: Pick<MigrateOptions, "url" | "sets">): Promise<readonly Migration[]> {
  return withClient(url, async (client) => {
    const pending: Migration[] = [];
    for (const set of sets) {
      for (const name of await pendingNames(client, set)) pending.push({ set: set.name, name });
    }
    return pending;
  });
}

/**
 * A check for readiness: resolves once all files of the sets were run. Asks until that is so, then never again: files are only added, by a newer
 * version. Any role may ask (`migrate` gives the right). Its errors name what is missing.
 */
export function createMigrationCheck(
  db: Queryable,
  sets: readonly MigrationSet[],
): () => Promise<void> {
  let done = false;
  return async () => {
    for (const set of done ? [] : sets) {
      const [missing] = await pendingNames(db, set);
      if (missing !== undefined) throw new Error(`Not migrated: ${set.name} ${missing}`);
    }
    done = true;
  };
}

/** Advisory lock that `migrate` holds while it runs: any number that no other one of the database uses. */
export const migrationLock = 7_241_865_325;

async function runSet(client: pg.Client, set: MigrationSet): Promise<readonly Migration[]> {
  const { runner } = await import("node-pg-migrate");
  const quiet = (): void => undefined;
  const done = await runner({
    dbClient: client,
    dir: set.directory,
    migrationsTable: tableOf(set),
    migrationsSchema: "public",
    direction: "up",
    singleTransaction: true,
    noLock: true,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  return done.map(({ name }) => ({ set: set.name, name }));
}

/** Each service asks with its own role whether the tables are what it needs. */
async function showRuns(client: pg.Client, set: MigrationSet): Promise<void> {
  const table = `public.${tableOf(set)}`;
  const { rows } = await client.query<{ shown: boolean | null }>({
    text: "select has_table_privilege('public', to_regclass($1), 'select') as shown",
    values: [table],
  });
  if (rows[0]?.shown === false) await client.query(`grant select on ${table} to public`);
}

/** Files that were run but are gone do not matter here: an older process may meet a newer database (rolling deploy). */
async function pendingNames(client: Queryable, set: MigrationSet): Promise<readonly string[]> {
  const files = (await readdir(set.directory)).filter((file) => file.endsWith(".sql"));
  const done = await runNames(client, tableOf(set));
  return files
    .map((file) => basename(file, ".sql"))
    .filter((name) => !done.has(name))
    .toSorted();
}

async function runNames(client: Queryable, table: string): Promise<ReadonlySet<string>> {
  const exists = await client.query<{ present: boolean }>({
    text: "select to_regclass($1) is not null as present",
    values: [`public.${table}`],
  });
  if (exists.rows[0]?.present !== true) return new Set();
  const { rows } = await client.query<{ name: string }>({
    text: `select runs.name from public.${pg.escapeIdentifier(table)} as runs`,
  });
  return new Set(rows.map((row) => row.name));
}

function tableOf(set: MigrationSet): string {
  return `migrations_${set.name.replaceAll("-", "_")}`;
}
