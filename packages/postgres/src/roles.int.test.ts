import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createPool } from "./pool.ts";
import { ensureLoginRoles, ensureRoles, forEachRole, groupRoles, roleNames } from "./roles.ts";

let db: TestDatabase;
let prefix: string;
beforeEach(async () => {
  db = await createTestDatabase();
  prefix = `${db.name}_login`;
});
afterEach(async () => {
  const roles = roleNames.map((name) => `${prefix}_${name}`);
  await db
    .pool("admin")
    .query({ text: `drop role if exists ${roles.join(", ")}, ${prefix}_plain` });
  await db.drop();
});

function passwords(word: string): Record<keyof typeof groupRoles, string> {
  return forEachRole(() => word);
}

async function whoAmI(url: string): Promise<string | undefined> {
  const pool = createPool({ url, applicationName: "roles-test", max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>({ text: "select current_user as name" });
    return rows[0]?.name;
  } finally {
    await pool.end();
  }
}

async function plainUserUrl(): Promise<string> {
  await db.pool("admin").query({ text: `create role ${prefix}_plain login password 'plain'` });
  const url = new URL(db.urls.admin);
  url.username = `${prefix}_plain`;
  url.password = "plain";
  return url.href;
}

describe("ensureRoles", () => {
  it("makes the group roles, none of which can log in, and may run any number of times", async () => {
    await Promise.all([ensureRoles(db.urls.admin), ensureRoles(db.urls.admin)]);
    const { rows } = await db.pool("admin").query({
      text: `
        select roles.rolname as name, roles.rolcanlogin as login
        from pg_catalog.pg_roles as roles
        where roles.rolname = any ($1)
        order by roles.rolname`,
      values: [Object.values(groupRoles)],
    });
    expect(rows).toEqual(
      [
        "tracking_api",
        "tracking_projector",
        "tracking_relay",
        "tracking_usage",
        "tracking_web",
        "tracking_webhooks",
      ].map((name) => ({
        name,
        login: false,
      })),
    );
  });

  it("needs no right when the roles are there", async () => {
    await expect(ensureRoles(await plainUserUrl())).resolves.toBeUndefined();
  });
});

describe("ensureLoginRoles", () => {
  it("makes roles that log in with the passwords, also when several processes do so at once", async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() =>
        ensureLoginRoles(db.urls.admin, { prefix, passwords: passwords("p@ss/%") }),
      ),
    );
    for (const urls of runs) expect(await whoAmI(urls.api)).toBe(`${prefix}_api`);
    expect(await whoAmI(runs[0]?.web ?? "")).toBe(`${prefix}_web`);
  });

  it("changes the password of a role that exists", async () => {
    const before = await ensureLoginRoles(db.urls.admin, { prefix, passwords: passwords("old") });
    const after = await ensureLoginRoles(db.urls.admin, { prefix, passwords: passwords("new") });
    await expect(whoAmI(before.usage)).rejects.toThrow("password authentication failed");
    expect(await whoAmI(after.usage)).toBe(`${prefix}_usage`);
  });

  it("tells a user without the right what to do", async () => {
    const url = await plainUserUrl();
    const attempt = ensureLoginRoles(url, { prefix, passwords: passwords("x") });
    await expect(attempt).rejects.toThrow("Give it CREATEROLE, or have an administrator create");
  });
});
