import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import type { RecordedTransaction, RecordedWrite } from "./record-writes.ts";

const pgbench = ["/usr/bin/pgbench", "/usr/local/bin/pgbench"].find((path) => existsSync(path));

/** Who runs the writes. */
export const writer =
  pgbench === undefined ? "one pg connection, prepared (no pgbench here)" : "pgbench -M prepared";

/** A database that gets the projector's own statements with the very values that the projector sent, ready made in a table each. */
export interface SameWrites {
  /** Lays the values of some transactions down, after those that are there. */
  add(transactions: readonly RecordedTransaction[]): Promise<void>;
  /** Runs all that were not run yet, one after the other over one connection; answers how long it took in ms. */
  run(): Promise<number>;
}

export async function createSameWrites(url: string, admin: Pool): Promise<SameWrites> {
  const statements = new Map<string, string>();
  let added = 0;
  let done = 0;
  await admin.query({ text: "create schema bench" });
  return {
    add: async (transactions) => {
      for (const transaction of transactions) {
        added += 1;
        for (const write of transaction) {
          if (!statements.has(write.name)) await createValues(admin, write);
          statements.set(write.name, write.text);
          await insertValues(admin, write, added);
        }
      }
      for (const name of statements.keys())
        await admin.query({ text: `vacuum (analyze) bench.${name}` });
    },
    run: async () => {
      const texts = [...statements].map(([name, text]) => withValuesOf(name, text));
      const ms = await (pgbench === undefined
        ? runOverOneConnection(admin, texts, { first: done + 1, last: added })
        : runPgbench(pgbench, { url, texts, first: done + 1, count: added - done }));
      done = added;
      return ms;
    },
  };
}

/** The types that the statement gives to its values: `$3::text[]` is one of texts; without a cast it is a text. */
function typesOf({ text, values }: RecordedWrite): readonly string[] {
  return values.map((_, index) => {
    const cast = new RegExp(`\\$${String(index + 1)}::(\\w+(?:\\[\\])?)`).exec(text);
    return cast?.[1] ?? "text";
  });
}

async function createValues(admin: Pool, write: RecordedWrite): Promise<void> {
  const columns = typesOf(write).map((type, index) => `v${String(index + 1)} ${type}`);
  await admin.query({
    text: `create table bench.${write.name} (n integer primary key, ${columns.join(", ")})`,
  });
  for (const [index, type] of typesOf(write).entries()) {
    if (!type.endsWith("[]") && type !== "text") continue;
    // not compressed: reading a value costs nothing but reading it
    await admin.query({
      text: `alter table bench.${write.name} alter v${String(index + 1)} set storage external`,
    });
  }
}

async function insertValues(admin: Pool, write: RecordedWrite, n: number): Promise<void> {
  const types = typesOf(write);
  const places = types.map((type, index) => `$${String(index + 2)}::${type}`);
  await admin.query({
    text: `insert into bench.${write.name} values ($1, ${places.join(", ")})`,
    values: [n, ...write.values],
  });
}

/** The statement with the values of transaction `$1`. */
function withValuesOf(name: string, text: string): string {
  return text.replaceAll(
    /\$(\d+)/g,
    (_, index: string) => `(select v${index} from bench.${name} where n = $1)`,
  );
}

interface Transactions {
  readonly first: number;
  readonly last: number;
}

async function runOverOneConnection(
  admin: Pool,
  texts: readonly string[],
  { first, last }: Transactions,
): Promise<number> {
  const startedAt = performance.now();
  for (let n = first; n <= last; n += 1) {
    await inTransaction(admin, async (tx) => {
      for (const [index, text] of texts.entries())
        await tx.query({ name: `same_write_${String(index)}`, text, values: [n] });
    });
  }
  return performance.now() - startedAt;
}

interface PgbenchRun {
  readonly url: string;
  readonly texts: readonly string[];
  readonly first: number;
  readonly count: number;
}

async function runPgbench(
  program: string,
  { url, texts, first, count }: PgbenchRun,
): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "same-writes-"));
  try {
    const file = join(directory, "writes.sql");
    // pgbench ends a statement at its semicolon, and knows no $1
    const statements = texts.map((text) => `${text.trim().replaceAll("$1", ":n")};`);
    writeFileSync(file, `begin;\n${statements.join("\n")}\ncommit;\n\\set n :n + 1\n`);
    const start = ["-D", `n=${String(first)}`, "-t", String(count), "-f", file];
    const args = ["-n", "-M", "prepared", "-c", "1", ...start, url];
    const { stdout } = await promisify(execFile)(program, args);
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
    const tps = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
    if (failed > 0 || Number.isNaN(tps)) throw new Error(`pgbench: ${stdout}`);
    return (count / tps) * 1_000;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
