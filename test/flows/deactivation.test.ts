import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { keyClient, signIn, type Client } from "./support/client.ts";
import { makeDataDir, readDemo, root, startInstance, type Demo } from "./support/instance.ts";
import { runTracking } from "./support/tracking.ts";

let dataDir: ReturnType<typeof makeDataDir>;
let instance: ReturnType<typeof startInstance>;
let demo: Demo;
/** A second instance of the read API alone, on the same database. */
let secondApi: ChildProcess | undefined;
let secondBaseUrl: string;
let database: Pool | undefined;

interface Runtime {
  readonly urls: { readonly api: string; readonly owner: string };
}

beforeAll(async () => {
  dataDir = makeDataDir();
  instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
  await instance.ready();
  demo = readDemo(dataDir.path);
  const { urls } = JSON.parse(
    readFileSync(join(dataDir.path, "runtime.json"), "utf8"),
    // the product's own file, whose shape its unit tests check
  ) as Runtime;
  secondBaseUrl = await startApi(urls.api);
  database = createPool({ url: urls.owner, applicationName: "test", max: 1 });
}, 120_000);

afterAll(async () => {
  await database?.end();
  secondApi?.kill("SIGTERM");
  instance.kill("SIGTERM");
  await instance.exited;
  dataDir.remove();
});

async function startApi(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", "services/api/src/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      API_DATABASE_URL: databaseUrl,
      PORT: "0",
      HEALTH_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  secondApi = child;
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const started = await vi.waitFor(
    () => {
      const line = output.split("\n").find((one) => one.includes("read API started"));
      if (line === undefined) throw new Error("the second read API does not start");
      return line;
    },
    { timeout: 60_000 },
  );
  const { port } = JSON.parse(started) as { port: number };
  return `http://127.0.0.1:${String(port)}/api`;
}

interface Access {
  readonly name: string;
  readonly expected: { readonly alive: number; readonly dead: number };
  ask(): Promise<number>;
}

/** Everything that opens the first tenant: its key and a tracking link on both instances, and a session. */
async function accesses(): Promise<readonly Access[]> {
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error("no demo tenant");
  const token = demo.trackingUrl.split("/").at(-1) ?? "";
  const both = [demo, { ...demo, baseUrl: secondBaseUrl }];
  const status = async (client: Client, path: string) => (await client.send("GET", path)).status;
  const readers = both.flatMap((one, index) => {
    const client = keyClient(one, tenant.apiKey);
    return [
      {
        name: `key at instance ${String(index)}`,
        expected: { alive: 200, dead: 401 },
        ask: () => status(client, "/v1/shipments?limit=1"),
      },
      {
        name: `link at instance ${String(index)}`,
        expected: { alive: 200, dead: 404 },
        ask: () => status(client, `/track/${token}`),
      },
    ];
  });
  const session = await signIn(demo, tenant.dispatcher);
  const ask = () => status(session, "/auth/me");
  return [...readers, { name: "session", expected: { alive: 200, dead: 401 }, ask }];
}

/** Asks again and again until the answer is the dead one; answers when that was, or throws for any other status. */
async function deadSince({ name, expected, ask }: Access): Promise<number> {
  for (;;) {
    const status = await ask();
    if (status === expected.dead) return Date.now();
    expect([name, status]).toEqual([name, expected.alive]);
    await delay(10);
  }
}

async function committedAt(action: string): Promise<number> {
  const result = await database?.query<{ ms: number }>({
    text: `
      select (extract(epoch from max(audit_log.at)) * 1000)::float8 as ms
      from write.audit_log
      where audit_log.action = $1
        and audit_log.actor_kind = 'command_line'`,
    values: [action],
  });
  return result?.rows[0]?.ms ?? 0;
}

it("a tenant's deactivation stops its keys, links and sessions on every instance within 2 s; activation brings keys and links back", async () => {
  const [tenant, other] = demo.tenants;
  const all = await accesses();
  for (const { ask, expected } of all) expect(await ask()).toBe(expected.alive);
  const ends = all.map((access) => deadSince(access));
  const ran = await runTracking(["tenant", "deactivate", tenant?.id ?? "", "--json"], {
    DATA_DIR: dataDir.path,
  });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(JSON.parse(ran.out)).toMatchObject({ changed: true, visible: true });
  const committed = await committedAt("tenant.deactivated");
  const lasted = (await Promise.all(ends)).map((end) => end - committed);
  expect(Math.max(...lasted)).toBeLessThan(2_000);
  const bystander = keyClient(demo, other?.apiKey ?? "");
  expect((await bystander.send("GET", "/v1/shipments?limit=1")).status).toBe(200);
  await expect(signIn(demo, tenant?.dispatcher ?? { email: "", password: "" })).rejects.toThrow(
    "Invalid email or password",
  );

  const back = await runTracking(["tenant", "activate", tenant?.id ?? ""], {
    DATA_DIR: dataDir.path,
  });
  expect([back.code, back.err]).toEqual([0, ""]);
  // who was signed out has to sign in again
  expect(await Promise.all(all.map(({ ask }) => ask()))).toEqual([200, 200, 200, 200, 401]);
});

it("a key's revocation stops it on every instance within 2 s", async () => {
  const tenant = demo.tenants[1]?.id ?? "";
  const env = { DATA_DIR: dataDir.path };
  const made = await runTracking(
    ["key", "create", "--tenant", tenant, "--name", "Till now", "--json"],
    env,
  );
  const { key, apiKey } = JSON.parse(made.out) as { key: string; apiKey: { id: string } };
  const ends = [demo.baseUrl, secondBaseUrl].map((baseUrl) => {
    const client = keyClient({ ...demo, baseUrl }, key);
    const ask = async () => (await client.send("GET", "/v1/shipments?limit=1")).status;
    return deadSince({ name: baseUrl, expected: { alive: 200, dead: 401 }, ask });
  });
  expect((await runTracking(["key", "revoke", apiKey.id], env)).code).toBe(0);
  const committed = await committedAt("api_key.revoked");
  const lasted = (await Promise.all(ends)).map((end) => end - committed);
  expect(Math.max(...lasted)).toBeLessThan(2_000);
});
