import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  clientOf,
  type Company,
  password,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { setTenantActive } from "../tenants/create-tenant.ts";

let web: WebFixture;
let company: Company;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
});
afterAll(async () => {
  await web.close();
});

describe("signing in", () => {
  test("answers the user and sets an HttpOnly, SameSite=Lax cookie for the whole host", async () => {
    const answer = await web.nobody.call("POST /api/auth/login", {
      email: ` ${company.emails.admin.toUpperCase()} `,
      password,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: {
        id: expect.any(String),
        name: "The admin",
        email: company.emails.admin,
        role: "admin",
        tenant: { id: company.tenantId, name: "Alpine Cargo" },
      },
    });
    const cookie = answer.header("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^session=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test("uses a __Host- cookie with Secure when the public address is https", async () => {
    const secure = await startFixture({ publicUrl: "https://tracking.test/" });
    try {
      const theirs = await secure.company();
      const answer = await secure.nobody.call("POST /api/auth/login", {
        email: theirs.emails.viewer,
        password,
      });
      expect(answer.header("set-cookie")).toMatch(
        /^__Host-session=[^;]+;.* Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const client = await theirs.as("viewer");
      expect((await client.call("GET /api/auth/me")).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  test.each([
    ["a wrong password", () => ({ email: company.emails.admin, password: "wrong wrong wrong" })],
    ["an unknown address", () => ({ email: "nobody@example.com", password })],
    ["an empty password", () => ({ email: company.emails.admin, password: "" })],
  ])("refuses %s with the same sentence", async (_name, body) => {
    const answer = await web.nobody.call("POST /api/auth/login", body());
    expect([answer.status, answer.body]).toEqual([401, { error: "Invalid email or password" }]);
    expect(answer.header("set-cookie")).toBeUndefined();
  });

  test("gives a new session id each time and ends the one the browser brought", async () => {
    const first = await company.as("viewer");
    const answer = await first.call("POST /api/auth/login", {
      email: company.emails.viewer,
      password,
    });
    const second = answer.header("set-cookie")?.split(";")[0] ?? "";
    expect(second).not.toBe(first.cookie);
    expect((await first.call("GET /api/auth/me")).status).toBe(401);
    expect((await clientOf(web.app, second).call("GET /api/auth/me")).status).toBe(200);
  });

  test("finds a password typed in another Unicode form", async () => {
    const { createUser } = await import("./create-user.ts");
    const outcome = await createUser(web.db.pool("web"), {
      tenantId: company.tenantId,
      email: "umlaut@example.com",
      name: "U",
      role: "viewer",
      password: "pa\u0308sswo\u0308rter viele",
    });
    expect(outcome.outcome).toBe("created");
    const answer = await web.nobody.call("POST /api/auth/login", {
      email: "umlaut@example.com",
      password: "pässwörter viele",
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [{ email: "a@example.com" }, "password: is required."],
    [{ email: 7, password }, "email: must be text."],
    [{ email: "a\u0000@example.com", password }, "email: must not contain control characters."],
    [{ email: "a@example.com", password, admin: true }, "admin: is not a known field."],
  ])("names what is wrong with %j", async (body, error) => {
    const answer = await web.nobody.call("POST /api/auth/login", body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe("sessions", () => {
  beforeEach(async () => {
    await web.db.pool("admin").query({ text: "delete from write.sessions" });
  });

  test("end with logout", async () => {
    const client = await company.as("billing");
    const me = await client.call("GET /api/auth/me");
    expect(me.body.user.role).toBe("billing");
    const logout = await client.call("POST /api/auth/logout");
    expect([logout.status, logout.text]).toEqual([204, ""]);
    expect(logout.header("set-cookie")).toMatch(/^session=;/);
    const after = await client.call("GET /api/auth/me");
    expect([after.status, after.body]).toEqual([401, { error: "Not signed in" }]);
  });

  test.each([
    ["30 minutes without a request", "last_seen_at = now() - interval '30 minutes 1 second'"],
    ["12 hours in all", "expires_at = now() - interval '1 second'"],
  ])("end after %s, by the database's clock", async (_name, change) => {
    const client = await company.as("dispatcher");
    await web.db.pool("admin").query({ text: `update write.sessions set ${change}` });
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    const rows = await web.db.pool("admin").query({ text: "select from write.sessions" });
    expect(rows.rowCount).toBe(0);
  });

  test("stay alive by being used", async () => {
    const client = await company.as("dispatcher");
    await web.db
      .pool("admin")
      .query({ text: "update write.sessions set last_seen_at = now() - interval '29 minutes'" });
    expect((await client.call("GET /api/auth/me")).status).toBe(200);
    const { rows } = await web.db.pool("admin").query<{ fresh: boolean }>({
      text: "select sessions.last_seen_at > now() - interval '1 minute' as fresh from write.sessions",
    });
    expect(rows).toEqual([{ fresh: true }]);
  });

  test("keep only the hash of their id in the database", async () => {
    const client = await company.as("viewer");
    const id = client.cookie.split("=")[1] ?? "";
    const { rows } = await web.db.pool("admin").query<{ row: string }>({
      text: "select sessions::text as row from write.sessions",
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(web.logLines.join("")).not.toContain(id);
  });

  test("end when the user is deactivated, and the user cannot sign in", async () => {
    const other = await web.company("Beta");
    const client = await other.as("viewer");
    await web.db.pool("admin").query({
      text: "update write.users set active = false where email = $1",
      values: [other.emails.viewer],
    });
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    await expect(other.as("viewer")).rejects.toThrow("Invalid email or password");
  });

  test("end when the company is deactivated, and stay ended when it is activated again", async () => {
    const other = await web.company("Gamma");
    const client = await other.as("admin");
    const actor = { kind: "command_line", id: null } as const;
    const pool = web.db.pool("web");
    await setTenantActive(pool, other.tenantId, { active: false, actor });
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    await expect(other.as("admin")).rejects.toThrow("Invalid email or password");
    await setTenantActive(pool, other.tenantId, { active: true, actor });
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    expect((await (await other.as("admin")).call("GET /api/auth/me")).status).toBe(200);
  });

  test.each(["session=", "session=short", `session=${"x".repeat(43)}`, "session=%00", ";;=;"])(
    "are not found by the cookie %s",
    async (cookie) => {
      const answer = await clientOf(web.app, cookie).call("GET /api/auth/me");
      expect([answer.status, answer.body]).toEqual([401, { error: "Not signed in" }]);
    },
  );
});
