import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, createBytesPool } from "./bytes-pool.ts";
import type { RowText } from "./row-text.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(async () => {
  await db.drop();
});

const texts = [
  "",
  "plain",
  "Łódź",
  "naïve café",
  "荷物 📦",
  "x".repeat(1_023),
  "€".repeat(342),
  `${"ab€".repeat(100_000)}é`,
];

describe("rows as bytes", () => {
  test.each(texts)("are those of the text's UTF-8, whatever it holds: %.12s", async (text) => {
    const { rows } = await db.apiPool().query<{ text: RowText; size: number; same: boolean }>({
      text: "select $1::text as text, octet_length($1::text) as size, $1::text = $2 as same",
      values: [text, text],
    });
    const bytes = bytesOf(rows[0]?.text ?? "?");
    expect(bytes.equals(Buffer.from(text, "utf8"))).toBe(true);
    expect(rows[0]).toMatchObject({ size: bytes.length, same: true });
  });

  test("numbers, truth, instants and nothing are what they are in every pool", async () => {
    const text = `select 9007199254740991::bigint as n, true as yes, null::text as nothing,
      '2026-01-02 03:04:05.6+00'::timestamptz as at, array['a', 'b'] as list`;
    const { rows } = await db.apiPool().query({ text });
    expect(rows).toEqual((await db.pool("api").query({ text })).rows);
  });

  test("many long texts of one answer are each their own bytes, however they arrive", async () => {
    const { rows } = await db.apiPool().query<{ n: number; text: RowText; json: RowText }>({
      text: `select n, repeat(n::text || '€', 3000) as text, json_build_array(repeat(n::text || 'é', 1000)) as json
        from generate_series(1, 200) as n`,
    });
    expect(rows).toHaveLength(200);
    for (const { n, text, json } of rows) {
      expect(bytesOf(text).toString("utf8")).toBe(`${String(n)}€`.repeat(3_000));
      expect(JSON.parse(bytesOf(json).toString("utf8"))).toEqual([`${String(n)}é`.repeat(1_000)]);
    }
  });

  test("long values of other types are what they are in every pool", async () => {
    const text = `select array_agg(n order by n) as numbers, array_agg(repeat(n::text, 3)) as words,
      repeat('1', 2000)::numeric as large, decode(repeat('ab', 3000), 'hex') as bytes from generate_series(1, 2000) as n`;
    const { rows } = await db.apiPool().query({ text });
    expect(rows).toEqual((await db.pool("api").query({ text })).rows);
  });

  test("TLS is asked for where it is wanted", async () => {
    const url = new URL(db.urls.api);
    url.searchParams.set("sslmode", "require");
    const pool = createBytesPool({ url: url.href, applicationName: "test" });
    await expect(pool.query("select 1")).rejects.toThrow("does not support SSL");
    await pool.end();
  });

  test("messages of errors are decoded", async () => {
    const failing = db.apiPool().query({ text: "select 'Łódź'::integer" });
    await expect(failing).rejects.toThrow('invalid input syntax for type integer: "Łódź"');
    const unknown = db.apiPool().query({ text: 'select "é" from read.tenants' });
    await expect(unknown).rejects.toThrow('"é"');
  });

  test("names of columns are decoded", async () => {
    const { rows } = await db.apiPool().query({ text: 'select 1 as "größe"' });
    expect(rows).toEqual([{ größe: 1 }]);
  });
});
