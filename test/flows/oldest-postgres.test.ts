import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchPostgres } from "../../infra/fetch-postgres.mjs";
import { runCommand } from "../../infra/run-command.mjs";
import { anonymousClient, type Client, keyClient, signIn } from "./support/client.ts";
import { arrivalsOf } from "./support/arrivals.ts";
import {
  type Demo,
  type Instance,
  makeDataDir,
  readDemo,
  root,
  startInstance,
} from "./support/instance.ts";

const { nativeDir, output } = await fetchPostgres(15);
if (nativeDir === null && process.env["CI"] === "true")
  throw new Error(`PostgreSQL 15 could not be fetched: ${output}`);
const fetched = nativeDir !== null;
const unlessFetched = fetched ? "" : " (it could not be fetched)";

let directory: string;
let server: EmbeddedPostgres;
let dataDir: ReturnType<typeof makeDataDir>;
let instance: Instance;
let demo: Demo;
let dispatcher: Client;
/** What was begun, to be ended in the opposite order, also when what came after it failed. */
const ends: (() => unknown)[] = [];

describe.skipIf(!fetched)(`npm start on PostgreSQL 15, the oldest one${unlessFetched}`, () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "tracking-oldest-"));
    ends.push(() => {
      rmSync(directory, { recursive: true, force: true });
    });
    // root's PostgreSQL runs as another user, which has to get in
    chmodSync(directory, 0o711);
    server = await startEmbeddedPostgres({
      dataDir: directory,
      logFile: join(directory, "postgres.log"),
      password: "oldest",
      settings: { fsync: "off" },
      nativeDir: nativeDir ?? "",
    });
    ends.push(() => server.stop());
    dataDir = makeDataDir();
    ends.push(() => {
      dataDir.remove();
    });
    // with the simulator, which does all that dispatchers do
    instance = startInstance({ dataDir: dataDir.path, env: { DATABASE_URL: server.url } });
    ends.push(async () => {
      instance.kill("SIGKILL");
      await instance.exited;
    });
    await instance.ready();
    demo = readDemo(dataDir.path);
    dispatcher = await signIn(demo, tenantOf(demo).dispatcher);
  }, 120_000);

  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  it("shows commands to readers and recipients", async () => {
    const integrator = keyClient(demo, tenantOf(demo).apiKey);
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    expect(created.status).toBe(201);
    const list = () => integrator.send("GET", "/v1/shipments?limit=1");
    await expect.poll(async () => (await list()).json[0]?.id).toBe(created.json.shipment.id);
    expect((await integrator.send("GET", "/v1/shipments?offset=20&limit=5")).status).toBe(200);
    const { pathname } = new URL(demo.trackingUrl);
    const page = await fetch(`${new URL(demo.baseUrl).origin}${pathname}`);
    expect(page.status).toBe(200);
    expect((await anonymousClient(demo).send("GET", "/v1/shipments")).status).toBe(401);
  });

  it("finds what is typed, whatever its case", async () => {
    const carrierName = "Łódź Ærø";
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel", carrierName });
    const found = await dispatcher.send("GET", `/shipments?q=${encodeURIComponent("łÓDŹ ÆRØ")}`);
    expect(found.json.items.map(({ id }: { readonly id: string }) => id)).toEqual([
      created.json.shipment.id,
    ]);
  });

  it("sends webhooks", async () => {
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    const { id } = created.json.shipment;
    expect((await dispatcher.send("POST", `/shipments/${id}/cancel`, {})).status).toBe(200);
    await expect
      .poll(() => arrivalsOf(demo, id))
      .toEqual([{ status: "cancelled", sequence: 2, verified: true }]);
  });

  it("and neither the service nor the database has an error to tell of", async () => {
    instance.kill("SIGTERM");
    expect(await instance.exited).toEqual({ code: 0, signal: null });
    expect(instance.stderr()).not.toMatch(/^(?:error|fatal) /m);
    const log = readFileSync(join(directory, "postgres.log"), "utf8");
    expect(log.split("\n").filter((line) => /\b(?:ERROR|FATAL|PANIC):/.test(line))).toEqual([]);
  });
});

describe.skipIf(!fetched)(`the queue of webhooks on PostgreSQL 15${unlessFetched}`, () => {
  it("passes the tests of its statements", async () => {
    const run = await runCommand(
      process.execPath,
      [
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        "--project=integration",
        "--reporter=dot",
        "--exclude=**/zoo*",
        "--exclude=**/workers.int.test.ts",
        "services/webhooks/src/dispatch",
        "services/web/src/webhooks",
      ],
      {
        cwd: root,
        env: { ...withoutVitest(), TEST_POSTGRES_NATIVE_DIR: nativeDir ?? "" },
        capture: true,
      },
    );
    expect(run.code, run.output).toBe(0);
  });
});

/** What vitest tells its own workers is not for the one that is run. */
function withoutVitest(): Readonly<Record<string, undefined>> {
  const names = Object.keys(process.env).filter((name) => name.startsWith("VITEST"));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function tenantOf({ tenants }: Demo): Demo["tenants"][number] {
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error("no demo tenant");
  return tenant;
}
