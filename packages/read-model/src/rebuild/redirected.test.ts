import { expect, test } from "vitest";
import { inSchema, redirected } from "./redirected.ts";

test("statements on the live tables are turned to another generation's, and nothing else is", () => {
  const text =
    "create schema if not exists read; grant usage on schema read to x; select read.shipments.doc from read.shipments, reread.b, read_x.c, write.event_log";
  expect(inSchema(text, "read_next")).toBe(
    "create schema if not exists read_next; grant usage on schema read_next to x; select read_next.shipments.doc from read_next.shipments, reread.b, read_x.c, write.event_log",
  );
});

test("a named statement has another name there: the connection may know the live one's plan", async () => {
  const asked: unknown[] = [];
  const db = {
    query: (config: unknown) => {
      asked.push(config);
      return Promise.reject(new Error("not a database"));
    },
  };
  const query = {
    name: "get",
    text: "select 1 from read.tenants where tenant_id = $1",
    values: [7],
  };
  await expect(redirected(db, "read_next").query(query)).rejects.toThrow("not a database");
  expect(asked).toEqual([
    {
      name: "get@read_next",
      text: "select 1 from read_next.tenants where tenant_id = $1",
      values: [7],
    },
  ]);
  expect(redirected(db, "read")).toBe(db);
});
