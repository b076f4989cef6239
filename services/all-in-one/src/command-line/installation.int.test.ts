import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPostgresEngine } from "@shipment-tracking/event-log";
import { startProjector } from "@shipment-tracking/projector-service";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createTenant } from "@shipment-tracking/web-service";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDataDirectory } from "../data-directory/open-data-directory.ts";
import { loadSecrets } from "../data-directory/secrets.ts";
import type { Check } from "./doctor/check.ts";
import { type Ran, runTracking } from "./fixtures/run-tracking.ts";

let db: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  db = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "tracking-installation-"));
  const directory = openDataDirectory(dataDir);
  await loadSecrets(directory);
  directory.release();
});

afterAll(async () => {
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

function asOwner(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runTracking(args, { DATA_DIR: dataDir, DATABASE_URL: db.urls.admin, ...env });
}

describe("tracking migrate", { timeout: 120_000 }, () => {
  it("makes all tables of an empty database once, however many run at once, and then nothing", async () => {
    const name = `migrate_${randomUUID().replaceAll("-", "")}`;
    const admin = db.pool("admin");
    await admin.query({ text: `create database ${name} template template0` });
    try {
      const url = new URL(db.urls.admin);
      url.pathname = `/${name}`;
      const env = { DATABASE_URL: url.href };
      const before = await asOwner(["tenant", "list"], env);
      expect(before).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          "is not set up for this version (42P01): run `tracking migrate`",
        ),
      });
      const runs = await Promise.all([1, 2, 3].map(() => asOwner(["migrate", "--json"], env)));
      expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, ""]));
      const applied = runs.map(({ out }) => (JSON.parse(out) as { applied: unknown[] }).applied);
      // one of them did it all
      expect(applied.filter((one) => one.length === 0)).toHaveLength(2);
      expect(applied.flat()).toContainEqual({ set: "web", name: "0001_write_tables" });
      expect(await asOwner(["migrate"], env)).toEqual({
        code: 0,
        out: "The database is up to date.\n",
        err: "",
      });
      expect((await asOwner(["tenant", "list"], env)).out).toMatch(/^There is no tenant: /);
    } finally {
      await admin.query({ text: `drop database ${name} with (force)` });
    }
  });
});

describe("tracking migrate --logins", { timeout: 60_000 }, () => {
  it("makes the users that the services' addresses name, from their files, and sets their passwords again", async () => {
    const admin = db.pool("admin");
    const user = `${db.name}_api_login`;
    const file = join(dataDir, "api_database_url");
    const url = new URL(db.urls.admin);
    url.username = user;
    try {
      for (const password of ["first/%", "second"]) {
        url.password = encodeURIComponent(password);
        writeFileSync(file, `${url.href}\n`);
        const ran = await asOwner(["migrate", "--logins", "--json"], {
          API_DATABASE_URL_FILE: file,
        });
        expect(ran).toMatchObject({ code: 0, err: "" });
        expect(JSON.parse(ran.out)).toEqual({
          applied: [],
          logins: [{ role: "api", user }],
          topic: null,
        });
        const doctor = await asOwner(["doctor", "--json"], { API_DATABASE_URL_FILE: file });
        expect(doctor.out).toContain(`Connects to ${db.name} as ${user}.`);
      }
    } finally {
      await admin.query({ text: `drop role if exists ${user}` });
    }
  });

  it("says which file cannot be read, and what is missing", async () => {
    const lost = await asOwner(["migrate"], { WEB_DATABASE_URL_FILE: "/nowhere/url" });
    expect(lost).toMatchObject({
      code: 1,
      out: "",
      err: "WEB_DATABASE_URL_FILE names the file /nowhere/url, which cannot be read (ENOENT): create it or correct the path.\n",
    });
    const none = await asOwner(["migrate", "--logins"]);
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No user to make: set WEB_DATABASE_URL, /),
    });
  });
});

const checkNames = [
  "settings",
  "service",
  "data_directory",
  "disk_space",
  "connection_owner",
  "connection_web",
  "connection_projector",
  "connection_api",
  "connection_usage",
  "connection_relay",
  "connection_webhooks",
  "postgres_version",
  "postgres_text",
  "clock",
  "migrations",
  "encryption_keys",
  "projector_heartbeat",
  "projector_lag",
  "parked_streams",
  "webhooks_heartbeat",
  "webhooks_lag",
  "webhooks_queue",
];

describe("tracking doctor", { timeout: 120_000 }, () => {
  const addresses = () => ({
    WEB_DATABASE_URL: db.urls.web,
    PROJECTOR_DATABASE_URL: db.urls.projector,
    API_DATABASE_URL: db.urls.api,
    USAGE_DATABASE_URL: db.urls.usage,
    RELAY_DATABASE_URL: db.urls.relay,
    WEBHOOKS_DATABASE_URL: db.urls.webhooks,
  });

  async function doctor(env: Record<string, string>): Promise<{
    readonly code: number | null;
    readonly checks: ReadonlyMap<string, Check>;
  }> {
    const ran = await asOwner(["doctor", "--json"], { ...addresses(), ...env });
    expect(ran.err).toBe("");
    const { ok, checks } = JSON.parse(ran.out) as { ok: boolean; checks: Check[] };
    expect(ok).toBe(ran.code === 0);
    for (const { status, remedy } of checks) expect(remedy === null).toBe(status === "ok");
    return { code: ran.code, checks: new Map(checks.map((check) => [check.name, check])) };
  }

  it("finds nothing wrong with a healthy installation, and a projector that has gone", async () => {
    const log = createLogger({ service: "test", level: "silent" });
    const pool = db.pool("projector");
    const engine = createPostgresEngine({ pool, log });
    const projector = await startProjector({ engine, pool, log });
    // a webhook worker, as far as the doctor can see
    const worker = await engine.consume({
      consumer: "webhooks",
      positions: (parts) => Promise.resolve(new Map(parts.map((part) => [part, 0]))),
      handle: () => Promise.resolve(),
    });
    await vi.waitFor(() => {
      expect(projector.assignment().length + worker.assignment().length).toBe(128);
    });
    const healthy = await doctor({});
    const { checks } = healthy;
    expect([...checks.values()].filter(({ status }) => status === "fail")).toEqual([]);
    expect(healthy.code).toBe(0);
    expect([...checks.keys()]).toEqual(checkNames);
    await projector.stop();
    await worker.stop();
    await engine.close();
    const actor = { kind: "system", id: null } as const;
    await createTenant(db.pool("web"), { name: "Unseen", actor });
    const without = await doctor({});
    expect(without.code).toBe(1);
    expect(without.checks.get("projector_heartbeat")?.status).toBe("fail");
    expect(without.checks.get("projector_lag")?.message).toMatch(
      /^1 event .* not applied yet \(part \d+: 1\), the oldest for \d/,
    );
    const change = await asOwner(["tenant", "deactivate", "Unseen"]);
    expect(change).toMatchObject({ code: 2, err: "" });
    expect(change.out).toMatch(/^Unseen is inactive: .*\nReaders do not see this yet, /);
  });

  it("names what is wrong and says what to do", async () => {
    chmodSync(join(dataDir, "secrets.json"), 0o644);
    await db.pool("admin").query({
      text: `
        insert into write.encryption_keys (key_id, fingerprint)
        values ('lost', $1)`,
      values: [randomBytes(32)],
    });
    await db.pool("admin").query({
      text: `
        insert into read.parked_streams (consumer, stream_id, part, pos, error)
        values ('projector', $1, 1, 1, 'planted')`,
      values: [randomUUID()],
    });
    await db.pool("admin").query({
      text: "delete from public.migrations_web where name = '0001_write_tables'",
    });
    const { code, checks } = await doctor({
      API_DATABASE_URL: "postgres://a:b@127.0.0.1:9/c",
      PORT: "many",
    });
    expect(code).toBe(1);
    expect(checks.get("settings")?.message).toMatch(/^PORT is not valid: /);
    expect(checks.get("connection_api")).toEqual({
      name: "connection_api",
      status: "fail",
      message: "No PostgreSQL server listens at 127.0.0.1:9.",
      remedy: "Start it, or correct API_DATABASE_URL.",
    });
    expect(checks.get("data_directory")?.remedy).toMatch(/^Run chmod 600 '.*secrets\.json'\.$/);
    expect(checks.get("encryption_keys")?.message).toMatch(/^The key lost, .* is not here\.$/);
    expect(checks.get("parked_streams")).toMatchObject({
      status: "warn",
      message: "1 stream waits behind an event that could not be read.",
    });
    expect(checks.get("migrations")).toMatchObject({
      message: "Not applied: web/0001_write_tables.",
      remedy: "Run `tracking migrate`.",
    });
    const printed = await asOwner(["doctor"], addresses());
    expect(printed.out).toMatch(/^fail {2}data_directory .*\n +→ Run chmod 600/m);
    expect(printed.out).toMatch(/\n\d problems to be solved\.\n$/);
    chmodSync(join(dataDir, "secrets.json"), 0o600);
  });

  it("says what it cannot see when nothing runs and nothing is given", async () => {
    const ran = await runTracking(["doctor"], { DATA_DIR: join(dataDir, "none") });
    expect([ran.code, ran.err]).toEqual([0, ""]);
    const named = [...ran.out.matchAll(/^(?:ok|warn|fail) +(\w+)/gm)].map(([, name]) => name);
    // there is no directory whose disk could be asked
    expect(named).toEqual(checkNames.filter((name) => name !== "disk_space"));
    expect(ran.out).toMatch(/^warn {2}service {15}No npm start runs in /m);
    expect(ran.out).toMatch(/^warn {2}connection_web .*\n.*set WEB_DATABASE_URL or DATABASE_URL/m);
  });
});

describe("tracking seed", { timeout: 120_000 }, () => {
  it("adds the demo data to an installation without tenants, twice adds nothing, and never beside others", async () => {
    const own = await createTestDatabase();
    const env = { DATABASE_URL: own.urls.admin, WEB_DATABASE_URL: own.urls.web };
    const seed = () => asOwner(["seed", "--json"], { ...env, PUBLIC_URL: "https://demo.test" });
    try {
      const made = await seed();
      expect([made.code, made.err]).toEqual([0, ""]);
      expect(JSON.parse(made.out)).toMatchObject({
        tenants: [{ name: "Nordwind Spedition GmbH" }, { name: "花見フレイト株式会社" }],
        demoFile: join(dataDir, "demo.json"),
        consoleUrl: "https://demo.test",
      });
      const counted = () =>
        own.pool("admin").query({ text: "select count(*) as n from write.event_log" });
      const { rows } = await counted();
      expect((await seed()).out).toBe(made.out);
      expect((await counted()).rows).toEqual(rows);
      const demo: unknown = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
      expect(demo).toHaveProperty("tenants.1.viewer.password");
      expect(await own.serverErrors()).toEqual([]);
    } finally {
      await own.drop();
    }
  });

  it("started twice at the same moment makes one set of demo data and one set of secrets", async () => {
    const own = await createTestDatabase();
    const fresh = mkdtempSync(join(tmpdir(), "tracking-installation-"));
    const directory = openDataDirectory(fresh);
    await loadSecrets(directory);
    directory.release();
    const env = {
      DATA_DIR: fresh,
      DATABASE_URL: own.urls.admin,
      WEB_DATABASE_URL: own.urls.web,
      PUBLIC_URL: "https://demo.test",
    };
    try {
      const seed = () => asOwner(["seed", "--json"], env);
      const runs = await Promise.all([seed(), seed()]);
      expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, ""]));
      expect(runs[1]?.out).toBe(runs[0]?.out);
      const { rows } = await own.pool("admin").query({ text: "select name from write.tenants" });
      expect(rows).toHaveLength(2);
      expect(await own.serverErrors()).toEqual([]);
    } finally {
      rmSync(fresh, { recursive: true });
      await own.drop();
    }
  });

  it("is refused beside somebody's tenants, and without an installation", async () => {
    const other = mkdtempSync(join(tmpdir(), "tracking-installation-"));
    try {
      const missing = await asOwner(["seed"], { DATA_DIR: other });
      expect(missing.err).toMatch(/^There is no installation in .* \(no secrets\.json\): /);
      writeFileSync(join(other, "secrets.json"), "{}");
      expect((await asOwner(["seed"], { DATA_DIR: other })).err).toMatch(
        /secrets\.json is damaged/,
      );
      rmSync(join(other, "secrets.json"));
      const directory = openDataDirectory(other);
      await loadSecrets(directory);
      directory.release();
      await db.pool("admin").query({ text: "delete from write.encryption_keys" });
      const refused = await asOwner(["seed"], { DATA_DIR: other });
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^The database has tenants already, and demo data is never/),
      });
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});
