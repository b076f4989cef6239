import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The lookups that tell whose data is asked for: possession of the token or key is the credential. */
const withoutTenant = ["find-api-key.ts", "find-public-tracking.ts"];
/** Names no tenant's data. */
const noTenantData = ["applied-positions.ts", "list-page.ts"];

const folder = new URL("./", import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.includes(".test."))
  .filter((name) => !noTenantData.includes(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));

const scoped = sources.filter(({ name }) => !withoutTenant.includes(name));
const lookups = sources.filter(({ name }) => withoutTenant.includes(name));

test("the exceptions are two, and there is something to check", () => {
  expect(lookups).toHaveLength(2);
  expect(scoped.length).toBeGreaterThan(2);
});

test.each(scoped)("each query of $name takes the tenant first and binds it first", ({ text }) => {
  const bound = [...text.matchAll(/\bfrom read\.(\S+)\s+where (\S+)\.tenant_id = \$1\n/g)];
  expect(bound.length).toBeGreaterThan(0);
  expect(bound).toHaveLength([...text.matchAll(/\b(from|join) read\./g)].length);
  for (const [, table, qualifier] of bound) expect(qualifier).toBe(table);
  const exported = [...text.matchAll(/export (?:async )?function/g)];
  const tenantFirst = [...text.matchAll(/\(\s*db: Queryable,\s+tenantId: TenantId,/g)];
  expect(tenantFirst).toHaveLength(exported.length);
});

test.each(lookups)("$name is bound to a hash and an active tenant", ({ text }) => {
  expect(text).toMatch(/where \w+\.(key|token)_hash = decode\(\$1, 'hex'\)\n/);
  expect(text).toMatch(/\nand tenants\.active`/);
});
