import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyClient, signIn } from "./support/client.ts";
import { makeDataDir, readDemo, startInstance, type Instance } from "./support/instance.ts";
import { findPostgresTools } from "./support/postgres-tools.ts";
import { runTracking } from "./support/tracking.ts";

const probe = await createTestDatabase();
const { rows: versions } = await probe.pool("admin").query<{ major: number }>({
  text: "select current_setting('server_version_num')::integer / 10000 as major",
});
await probe.drop();
const tools = findPostgresTools(versions[0]?.major ?? 0);
const reason = "skipped" in tools ? ` (skipped: ${tools.skipped})` : "";

/** Docs/operations.md, "A dump": everything but the read tables, which are made again from the log. */
describe.skipIf("skipped" in tools)(`a restore from pg_dump${reason}`, { timeout: 180_000 }, () => {
  const dataDir = makeDataDir();
  const dump = join(dataDir.path, "tracking.dump");
  let db: TestDatabase;
  let restored: { readonly name: string; readonly url: string };
  let instance: Instance | undefined;
  let shipmentId: string;

  const startService = async (url: string): Promise<void> => {
    instance = startInstance({
      dataDir: dataDir.path,
      arguments: ["--no-simulator"],
      env: { DATABASE_URL: url },
    });
    await instance.ready();
  };
  const stopService = async (): Promise<void> => {
    instance?.kill("SIGTERM");
    await instance?.exited;
  };
  const run = (program: string, args: readonly string[]): void => {
    const directory = "directory" in tools ? tools.directory : "";
    const ran = spawnSync(join(directory, program), args, { encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
  };
  const asOwner = (args: readonly string[]) =>
    runTracking(args, { DATABASE_URL: restored.url, DATA_DIR: dataDir.path });

  beforeAll(async () => {
    db = await createTestDatabase();
    const name = `${db.name}_restored`;
    const url = new URL(db.urls.admin);
    url.pathname = `/${name}`;
    restored = { name, url: url.href };
    await startService(db.urls.admin);
  }, 120_000);

  afterAll(async () => {
    await stopService();
    const admin = db.pool("admin");
    await admin.query({ text: `drop database if exists ${restored.name} with (force)` });
    await db.drop();
    dataDir.remove();
  });

  it("the dump is taken from a running service, without the rows of the read tables", async () => {
    const demo = readDemo(dataDir.path);
    const [tenant] = demo.tenants;
    if (tenant === undefined) throw new Error("no demo tenant");
    const dispatcher = await signIn(demo, tenant.dispatcher);
    const created = await dispatcher.send("POST", "/shipments", { mode: "rail" });
    shipmentId = created.json.shipment.id;
    expect(created.status).toBe(201);
    run("pg_dump", [
      "--format=custom",
      "--exclude-table-data=read*.*",
      `--file=${dump}`,
      db.urls.admin,
    ]);
  });

  it("goes into a new database, once `tracking migrate` has made the roles", async () => {
    await db.pool("admin").query({ text: `create database ${restored.name} template template0` });
    expect(await asOwner(["migrate", "--json"])).toMatchObject({ code: 0, err: "" });
    await db.pool("admin").query({ text: `drop database ${restored.name}` });
    await db.pool("admin").query({ text: `create database ${restored.name} template template0` });
    run("pg_restore", ["--exit-on-error", `--dbname=${restored.url}`, dump]);
    expect((await asOwner(["migrate"])).out).toBe("The database is up to date.\n");
    expect(await asOwner(["restored", "--json"])).toMatchObject({ code: 0, err: "" });
  });

  it("the service starts on it and fills the read tables from the log", async () => {
    const before = await stateOf(db);
    await stopService();
    await startService(restored.url);
    const demo = readDemo(dataDir.path);
    const integrator = keyClient(demo, demo.tenants[0]?.apiKey ?? "");
    expect((await integrator.send("GET", `/v1/shipments/${shipmentId}`)).status).toBe(200);
    const checked = await asOwner(["rebuild", "--check", "--json"]);
    expect(checked).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(checked.out)).toMatchObject({ events: before.events });
    expect(before.events).toBeGreaterThan(100);
    const doctor = await asOwner(["doctor"]);
    expect(doctor.out).not.toMatch(/^fail /m);
  });
});

async function stateOf(db: TestDatabase): Promise<{ readonly events: number }> {
  const { rows } = await db.pool("admin").query<{ events: number }>({
    text: "select count(*)::integer as events from write.event_log",
  });
  return { events: rows[0]?.events ?? 0 };
}
