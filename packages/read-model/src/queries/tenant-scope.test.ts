import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openedByKey } from "./find-api-key.ts";
import { getShipmentText } from "./get-shipment.ts";
import { customerList, invoiceList } from "./list-billing.ts";
import type { ListDefinition } from "./list-page.ts";
import { shipmentList } from "./list-shipments.ts";

/** The lookups that tell whose data is asked for: possession of the token or key is the credential. */
const withoutTenant = ["find-api-key.ts", "find-public-tracking.ts"];
/** Takes keys, and gives each no page but that of the tenant it opens: its texts are checked below. */
const keyed = "keyed-pages.ts";
/** Names no tenant's data. */
const noTenantData = [
  "applied-positions.ts",
  "deep-texts.ts",
  "list-page.ts",
  "list-texts.ts",
  "stamp.ts",
];

const folder = new URL("./", import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
  .filter((name) => !noTenantData.includes(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

const scoped = sources.filter(({ name }) => !withoutTenant.includes(name) && name !== keyed);
const lookups = sources.filter(({ name }) => withoutTenant.includes(name));

test("the exceptions are two, and there is something to check", () => {
  expect(lookups).toHaveLength(2);
  expect(scoped.length).toBeGreaterThan(2);
});

test.each(scoped)("each query of $name takes the tenant first", ({ text }) => {
  const exported = [...text.matchAll(/export (?:async )?function/g)];
  const tenantFirst = [...text.matchAll(/\(\s*db: Queryable,\s+tenantId: TenantId,/g)];
  expect(exported.length).toBeGreaterThan(0);
  expect(tenantFirst).toHaveLength(exported.length);
});

const textsOf = (list: ListDefinition, which: "single" | "batch" | "keyed" | "deep") =>
  Object.entries(list[which] ?? {}).map(
    // as: the texts of a list are all strings
    ([filter, text]) => [`${list.name}, ${which}, ${filter}`, text as string] as [string, string],
  );
const lists = [shipmentList, customerList, invoiceList];

test.each(lists.flatMap((list) => textsOf(list, "single")).concat([["shipment", getShipmentText]]))(
  "%s is bound to the tenant given first",
  (_name, text) => {
    expectScoped(text, "$1");
  },
);

test.each(lists.flatMap((list) => [...textsOf(list, "batch"), ...textsOf(list, "deep")]))(
  "each page of %s is bound to the tenant it was asked for",
  (_name, text) => {
    expect(text).toMatch(/\nfrom unnest\(\(select \$1::uuid\[\]\), .*\n.* as wanted \(tenant_id, /);
    expectScoped(text, "wanted.tenant_id");
  },
);

test.each(lists.flatMap((list) => textsOf(list, "keyed")))(
  "each page of %s is bound to the tenant of a key that opens it",
  (_name, text) => {
    expect(text).toMatch(/\nfrom unnest\(\(select \$1::bytea\[\]\), .*\n.* as wanted \(key_hash, /);
    expect(text).toContain(openedByKey);
    expectScoped(text.replace(openedByKey, ""), "opened.tenant_id");
  },
);

test.each(lookups)("$name is bound to a hash and an active tenant", ({ text }) => {
  expect(text).toMatch(/where \w+\.(key|token)_hash = (decode\(\$1|wanted\.)/);
  expect(text).toMatch(/\n *and tenants\.active(`|\n *limit 1\n)/);
});

/** Each table that is read has the tenant as its first condition; the tenants' own table is joined by it. */
function expectScoped(text: string, tenant: string): void {
  const tables = [
    ...text.matchAll(/\bfrom read\.(\w+)\n(?:left join .*\n)?\s*where (\S+) = (\S+)\n/g),
  ];
  const joined = [...text.matchAll(/\bjoin read\.(\w+) on tenants\.tenant_id = (\S+)\b/g)];
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.length + joined.length).toBe([...text.matchAll(/\bread\./g)].length);
  for (const [, table, column, value] of tables) {
    expect([column, value]).toEqual([`${String(table)}.tenant_id`, tenant]);
  }
  for (const [, table, value] of joined) {
    expect(table).toBe("tenants");
    expect([tenant.replace("$", ""), "shipment_timelines.tenant_id"]).toContain(
      value?.replace("$", ""),
    );
  }
}
