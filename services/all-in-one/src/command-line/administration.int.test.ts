import { randomBytes } from "node:crypto";
import { hashApiKey } from "@shipment-tracking/contracts";
import { createPostgresEngine, type EventLogEngine } from "@shipment-tracking/event-log";
import { startProjector, type Projector } from "@shipment-tracking/projector-service";
import { findApiKey } from "@shipment-tracking/read-model";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { buildWeb } from "@shipment-tracking/web-service";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ran, runTracking } from "./fixtures/run-tracking.ts";

const log = createLogger({ service: "test", level: "silent" });
const password = "correct horse battery";
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

let db: TestDatabase;
let engine: EventLogEngine;
let projector: Projector;
let app: FastifyInstance;

beforeAll(async () => {
  db = await createTestDatabase();
  const pool = db.pool("projector");
  engine = createPostgresEngine({ pool, log });
  projector = await startProjector({ engine, pool, log });
  app = buildWeb({
    pool: db.pool("web"),
    log,
    publicUrl: "https://tracking.test",
    secrets: [{ id: "test", key: randomBytes(32) }],
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
  });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await projector.stop();
  await engine.close();
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
});

/** The web application's rights are enough. */
function tracking(...args: readonly string[]): Promise<Ran> {
  return runTracking(args, {
    DATA_DIR: "/nowhere",
    WEB_DATABASE_URL: db.urls.web,
    PUBLIC_URL: "https://tracking.test",
  });
}

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const ran = await tracking(...args, "--json");
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out.trimEnd().split("\n")).toHaveLength(1);
  // the tests say what they expect of it
  return JSON.parse(ran.out) as Record<string, unknown>;
}

function tokenOf(url: unknown): string {
  return new URL(String(url)).searchParams.get("token") ?? "";
}

async function setPassword(token: string): Promise<number> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/auth/password-reset/confirm",
    payload: { token, password },
  });
  return answer.statusCode;
}

async function signIn(email: string): Promise<number> {
  const payload = { email, password };
  return (await app.inject({ method: "POST", url: "/api/auth/login", payload })).statusCode;
}

async function auditOf(subjectId: string): Promise<readonly (readonly [string, string])[]> {
  const { rows } = await db.pool("web").query<{ actor_kind: string; action: string }>({
    text: `
      select audit_log.actor_kind, audit_log.action
      from write.audit_log
      where audit_log.subject_id = $1
      order by audit_log.id`,
    values: [subjectId],
  });
  return rows.map((row) => [row.actor_kind, row.action] as const);
}

describe("tracking tenant", { timeout: 120_000 }, () => {
  it("create prints a set-up link that works once, and is refused whole when the address is taken", async () => {
    const who = ["--name", "Acme 株式会社", "--admin-email", "ann@acme.example"];
    const ran = await tracking("tenant", "create", ...who);
    expect(ran).toEqual({
      code: 0,
      err: "",
      out: expect.stringMatching(
        new RegExp(
          `^Created the tenant Acme 株式会社 \\(${uuid.source}\\)\\.\nann <ann@acme\\.example> .*\n  https://tracking\\.test/set-up\\?token=[\\w-]{43}\n$`,
        ),
      ),
    });
    const token = tokenOf(/https:\S+/.exec(ran.out)?.[0]);
    expect(await setPassword(token)).toBe(204);
    expect(await setPassword(token)).toBe(400);
    expect(await signIn("ann@acme.example")).toBe(200);
    expect(
      await tracking("tenant", "create", "--name", "Other", "--admin-email", "Ann@acme.example"),
    ).toEqual({
      code: 1,
      out: "",
      err: "There is a user with this e-mail address already.\n",
    });
    const tenantId = uuid.exec(ran.out)?.[0] ?? "";
    expect(await auditOf(tenantId)).toEqual([["command_line", "tenant.created"]]);
    expect((await tracking("tenant", "list")).out).toMatch(
      new RegExp(`^${tenantId}  active    \\d{4}-\\d\\d-\\d\\d  1 user   Acme 株式会社\n$`),
    );
  });

  it("deactivate and activate say when readers see it, by id and by name; a repeat changes nothing", async () => {
    const who = ["--admin-email", "bo@blue.example", "--admin-name", "Bo Blå"];
    const made = await json("tenant", "create", "--name", "Blue", ...who);
    expect(Object.keys(made)).toEqual(["tenant", "admin", "setUpUrl"]);
    expect(made).toMatchObject({
      tenant: { name: "Blue", active: true, users: 1 },
      admin: { email: "bo@blue.example", name: "Bo Blå" },
    });
    const off = await json("tenant", "deactivate", "Blue");
    expect(off).toMatchObject({
      tenant: { name: "Blue", active: false },
      changed: true,
      visible: true,
    });
    expect(await setPassword(tokenOf(made["setUpUrl"]))).toBe(400);
    const refused = await tracking("key", "create", "--tenant", "Blue", "--name", "k");
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Blue is inactive: activate it first/),
    });
    expect(await json("tenant", "deactivate", "Blue")).toMatchObject({ changed: false });
    const { id } = off["tenant"] as { id: string };
    expect((await tracking("tenant", "activate", id)).out).toMatch(/^Blue is active again: /);
    const actions = (await auditOf(id)).map(([, action]) => action);
    expect(actions).toEqual(["tenant.created", "tenant.deactivated", "tenant.activated"]);
  });

  it("says which tenant is unknown, and that a name means several", async () => {
    for (const email of ["one@twin.example", "two@twin.example"]) {
      await json("tenant", "create", "--name", "Twin", "--admin-email", email);
    }
    const [unknown, several] = await Promise.all([
      tracking("tenant", "deactivate", "Nobody"),
      tracking("tenant", "deactivate", "Twin"),
    ]);
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no tenant Nobody: /),
    });
    expect(several).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^2 tenants are called Twin: give the id/),
    });
  });
});

describe("tracking user", { timeout: 120_000 }, () => {
  it("create, reset and deactivate end in a user who can and then cannot sign in", async () => {
    await json("tenant", "create", "--name", "Users", "--admin-email", "admin@users.example");
    const who = ["--tenant", "Users", "--email", "vi@users.example", "--role", "viewer"];
    const made = await json("user", "create", ...who, "--name", "Vi");
    expect(made).toMatchObject({
      user: { email: "vi@users.example", name: "Vi", role: "viewer", active: true },
      setUpUrl: expect.stringContaining("/set-up?token="),
    });
    expect(await setPassword(tokenOf(made["setUpUrl"]))).toBe(204);
    const again = await tracking("user", "create", ...who);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already: `tracking user reset` makes a link/),
    });
    const reset = await json("user", "reset", "VI@users.example");
    expect(reset).toMatchObject({ purpose: "reset", user: { email: "vi@users.example" } });
    expect(String(reset["url"])).toContain("https://tracking.test/reset?token=");
    // the password in use stays until the link is used
    expect(await signIn("vi@users.example")).toBe(200);
    expect(await setPassword(tokenOf(reset["url"]))).toBe(204);
    expect(await json("user", "deactivate", "vi@users.example")).toMatchObject({ changed: true });
    expect(await signIn("vi@users.example")).toBe(401);
    const { id } = made["user"] as { id: string };
    expect(await auditOf(id)).toEqual([
      ["command_line", "user.invited"],
      ["user", "password.changed"],
      ["command_line", "password.reset_requested"],
      ["user", "session.started"],
      ["user", "password.changed"],
      ["command_line", "user.deactivated"],
    ]);
    const [gone, unknown] = await Promise.all([
      tracking("user", "reset", "vi@users.example"),
      tracking("user", "deactivate", "nobody@users.example"),
    ]);
    expect(gone).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^vi@users\.example is deactivated: /),
    });
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no user with the e-mail address/),
    });
  });
});

describe("tracking key", { timeout: 120_000 }, () => {
  it("create prints a key that works at once, list never shows it, revoke stops it", async () => {
    await json("tenant", "create", "--name", "Keys", "--admin-email", "admin@keys.example");
    const made = await json("key", "create", "--tenant", "Keys", "--name", "ERP");
    const { key, apiKey } = made as { key: string; apiKey: { id: string } };
    expect(made).toMatchObject({ apiKey: { name: "ERP", expiresAt: null }, visible: true });
    const find = () => findApiKey(db.pool("api"), hashApiKey(key));
    expect(await find()).toMatchObject({ keyId: apiKey.id });
    const listed = await tracking("key", "list", "--tenant", "Keys");
    expect(listed.out).toMatch(
      new RegExp(`^${apiKey.id}  valid    stk_.{4}….{4}  never used  ERP`),
    );
    expect(listed.out).not.toContain(key);
    expect(await json("key", "revoke", apiKey.id)).toMatchObject({
      apiKey: { id: apiKey.id, revoked: true },
      visible: true,
    });
    expect(await find()).toBeNull();
    expect((await tracking("key", "list", "--tenant", "Keys")).out).toContain("  revoked  ");
    const wrong = await tracking("key", "revoke", key);
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This is not an API key's id: /),
    });
    expect(wrong.err).not.toContain(key);
  });

  it("takes an expiry that is still to come, and no other", async () => {
    const key = ["key", "create", "--tenant", "Keys", "--name", "Till", "--expires-at"];
    const [good, past, local] = await Promise.all([
      json(...key, "2990-01-01T00:00:00+02:00"),
      tracking(...key, "2020-01-01T00:00:00Z"),
      tracking(...key, "2990-01-01T00:00:00"),
    ]);
    expect(good).toMatchObject({ apiKey: { expiresAt: "2989-12-31T22:00:00.000Z" } });
    expect(past.err).toBe("The expiry must lie in the future.\n");
    expect(local.err).toMatch(/^The expiry has no offset/);
  });
});

describe("a command that cannot start", { timeout: 120_000 }, () => {
  it.each([
    [["tenant", "list"], {}, /^No database given, and no service runs here .*set WEB_DATABASE_URL/],
    [["migrate"], {}, /^No database given, .* or set DATABASE_URL\.\n$/],
    [
      ["tenant", "list"],
      { DATABASE_URL: "postgres://a:b@127.0.0.1:9/c" },
      /^No PostgreSQL server listens at 127\.0\.0\.1:9\. Start it, or correct DATABASE_URL\.\n$/,
    ],
    [["user", "create", "--tenant", "a", "--email", "b", "--role", "boss"], {}, /Allowed choices/],
    [["key", "create", "--tenant", "a"], {}, /required option '--name <name>' not specified/],
    [["tenant", "create", "--name", "a", "--admin-email", "b"], {}, /^b is not a valid e-mail/],
  ])("%j ends with 1 and a sentence", async (args, env, sentence) => {
    const ran = await runTracking(args, { DATA_DIR: "/nowhere", ...env });
    expect(ran).toEqual({ code: 1, out: "", err: expect.stringMatching(sentence) });
  });
});
