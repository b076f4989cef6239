import pg from "pg";
import { from } from "pg-copy-streams";
import type { Queryable } from "./queryable.ts";
import { clientOf } from "./transaction.ts";

export interface CopyTarget {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** A value as `copyLine` takes it; bytes are given as `\x` and hex digits. */
export type CopyValue = string | number | boolean | null;

/** One row of COPY's text format, with its line end. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyField).join("\t")}\n`;
}

/**
 * Adds rows, as `copyLine` writes them, with one COPY. `tx` must be the client of a transaction: what the database refuses (SQLSTATE as of
 * an insert) leaves the transaction failed. Returns the number of rows.
 */
export async function copyInto(tx: Queryable, target: CopyTarget, lines: string): Promise<number> {
  const client = clientOf(tx);
  if (client === null) throw new TypeError("COPY needs a transaction's own client");
  const columns = target.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const table = `${pg.escapeIdentifier(target.schema)}.${pg.escapeIdentifier(target.table)}`;
  return await alone(client, async () => {
    const stream = client.query(from(`copy ${table} (${columns}) from stdin`));
    await new Promise<void>((resolve, reject) => {
      stream.once("error", reject);
      stream.once("finish", resolve);
      stream.end(lines);
    });
    return stream.rowCount;
  });
}

/** A connection takes a statement that is a stream only while it sends one at a time, and after all others are answered. */
async function alone<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query("");
  Reflect.set(client, "pipeline", false);
  try {
    return await work();
  } finally {
    Reflect.set(client, "pipeline", true);
  }
}

function copyField(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value !== "string") return String(value);
  // most texts hold none of these: one look is cheaper than four replacements
  if (!/[\\\t\n\r]/.test(value)) return value;
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}
