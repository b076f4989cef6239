import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  isAlive,
  makeDataDir,
  readDemo,
  root,
  startInstance,
  type Demo,
  type Instance,
} from "./support/instance.ts";

const roles = ["admin", "dispatcher", "billing", "viewer"] as const;
const modes = ["ftl", "ltl", "parcel", "air", "ocean", "rail", "intermodal"];
const statuses =
  "draft pickup_scheduled picked_up in_transit customs_hold out_for_delivery attempt_failed exception delivered returning returned cancelled".split(
    " ",
  );

async function login(
  demo: Demo,
  credentials: { email: string; password: string },
): Promise<Response> {
  return fetch(`${demo.baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
}

const invoiceStatuses = ["draft", "issued", "partially_paid", "paid", "void", "uncollectible"];

async function list(
  demo: Demo,
  apiKey: string,
  query = "",
  resource = "shipments",
): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${demo.baseUrl}/v1/${resource}${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.status).toBe(200);
  // the API's own tests prove the shape
  return (await response.json()) as Record<string, unknown>[];
}

async function status({ baseUrl, tenants: [tenant] }: Demo): Promise<number> {
  const headers = { authorization: `Bearer ${tenant?.apiKey ?? ""}` };
  return (await fetch(`${baseUrl}/v1/shipments?limit=1`, { headers })).status;
}

/** The embedded server's pid, from its own file. */
function databasePid(dataDir: string): number {
  const file = join(dataDir, "cluster", "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

describe("npm start", { timeout: 60_000 }, () => {
  let dataDir: ReturnType<typeof makeDataDir>;
  let instance: Instance;
  let demo: Demo;
  const [first, second] = [0, 1];

  beforeAll(async () => {
    dataDir = makeDataDir();
    instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    await instance.ready();
    demo = readDemo(dataDir.path);
  }, 60_000);

  afterAll(async () => {
    instance.kill("SIGKILL");
    await instance.exited;
    dataDir.remove();
  });

  function tenant(index: number): Demo["tenants"][number] {
    const found = demo.tenants[index];
    if (found === undefined) throw new Error(`no tenant ${String(index)}`);
    return found;
  }

  async function restart(): Promise<void> {
    instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    await instance.ready();
    demo = readDemo(dataDir.path);
  }

  it("writes demo.json, complete and only for its owner", () => {
    expect(statSync(join(dataDir.path, "demo.json")).mode & 0o777).toBe(0o600);
    expect(Object.keys(demo)).toEqual(["baseUrl", "consoleUrl", "trackingUrl", "tenants"]);
    expect(demo.baseUrl).toBe(`${demo.consoleUrl}/api`);
    expect(demo.tenants).toHaveLength(2);
    for (const one of demo.tenants) {
      expect(Object.keys(one)).toEqual(["id", "name", ...roles, "apiKey"]);
      for (const role of roles) expect(Object.keys(one[role])).toEqual(["email", "password"]);
    }
  });

  it("prints a curl that works as printed", () => {
    const line = instance.stdout().match(/^ +(curl .+)$/m)?.[1] ?? "no curl printed";
    const run = spawnSync("sh", ["-c", `${line} --silent --fail`], { encoding: "utf8" });
    expect(run.status).toBe(0);
    const shipments: unknown = JSON.parse(run.stdout);
    expect(shipments).toHaveLength(3);
  });

  it("prints no password, key or token into the log", () => {
    const log = readFileSync(join(dataDir.path, "logs", "service.log"), "utf8");
    expect(log.length).toBeGreaterThan(0);
    const token = demo.trackingUrl.split("/").at(-1) ?? "";
    const secrets = demo.tenants.flatMap((one) => [
      one.apiKey,
      ...roles.map((role) => one[role].password),
    ]);
    for (const secret of [...secrets, token]) expect(log).not.toContain(secret);
  });

  it("lets every demo user sign in with the role that demo.json says", async () => {
    for (const one of demo.tenants) {
      for (const role of roles) {
        const response = await login(demo, one[role]);
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({
          user: { email: one[role].email, role, tenant: { id: one.id, name: one.name } },
        });
      }
    }
  });

  it("has 120 shipments a tenant over all modes and statuses, some without a stop", async () => {
    for (const one of demo.tenants) {
      const shipments = await list(demo, one.apiKey, "?limit=200");
      expect(shipments).toHaveLength(120);
      const values = (field: string) => new Set(shipments.map((shipment) => shipment[field]));
      expect(values("mode")).toEqual(new Set(modes));
      expect(values("status")).toEqual(new Set(statuses));
      expect(values("originCity")).toContain(null);
      expect(values("destCity")).toContain(null);
    }
  });

  it("has customers and invoices a tenant: every status in four currencies, some overdue", async () => {
    for (const one of demo.tenants) {
      const invoices = await list(demo, one.apiKey, "?limit=200", "invoices");
      const values = (field: string) => new Set(invoices.map((invoice) => invoice[field]));
      expect(invoices).toHaveLength(36);
      expect(values("status")).toEqual(new Set(invoiceStatuses));
      expect(values("currency")).toEqual(new Set(["EUR", "USD", "JPY", "KWD"]));
      expect(values("overdue")).toEqual(new Set([true, false]));
      const customers = await list(demo, one.apiKey, "?limit=200", "customers");
      expect(customers.map((customer) => customer["status"])).toContain("inactive");
      const ids = new Set(customers.map((customer) => customer["id"]));
      for (const invoice of invoices) expect(ids).toContain(invoice["customerId"]);
    }
  });

  it("has a tracking link that opens, as a page and as JSON", async () => {
    const page = await fetch(demo.trackingUrl);
    expect(page.status).toBe(200);
    const token = demo.trackingUrl.split("/").at(-1) ?? "";
    const answer = await fetch(`${demo.baseUrl}/track/${token}`);
    expect(answer.status).toBe(200);
    const tracking = (await answer.json()) as { shipmentNumber: string };
    expect(await page.text()).toContain(tracking.shipmentNumber);
  });

  it("refuses a second service on the same data directory, and leaves the first alone", async () => {
    const other = startInstance({ dataDir: dataDir.path });
    expect(await other.exited).toEqual({ code: 1, signal: null });
    expect(other.stderr()).toMatch(/^The directory .+ is in use by process \d+\. .+\n$/);
    await list(demo, tenant(first).apiKey);
  });

  it("goes on by itself when its database dies", async () => {
    const database = databasePid(dataDir.path);
    process.kill(database, "SIGKILL");
    await expect
      .poll(async () => databasePid(dataDir.path) !== database && (await status(demo)), {
        timeout: 20_000,
      })
      .toBe(200);
    expect(instance.stderr()).toContain("the embedded database ended by itself");
  });

  it("ends with 0 on SIGTERM, with nothing left running", async () => {
    const database = databasePid(dataDir.path);
    expect(isAlive(database)).toBe(true);
    const asked = performance.now();
    instance.kill("SIGTERM");
    expect(await instance.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(isAlive(database)).toBe(false);
  });

  it("starts again with the same logins, keys, link and data", async () => {
    const before = demo;
    await restart();
    expect(demo.tenants).toEqual(before.tenants);
    const path = (url: string) => new URL(url).pathname;
    expect(path(demo.trackingUrl)).toBe(path(before.trackingUrl));
    expect(await list(demo, tenant(second).apiKey, "?limit=200")).toHaveLength(120);
  });

  it("keeps what was answered before a kill -9", async () => {
    const session = (await login(demo, tenant(first).dispatcher)).headers.get("set-cookie") ?? "";
    const created = await fetch(`${demo.baseUrl}/shipments`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: session.split(";")[0] ?? "" },
      body: JSON.stringify({ mode: "parcel", origin: { city: "Zürich" } }),
    });
    expect(created.status).toBe(201);
    const { shipment } = (await created.json()) as { shipment: { id: string } };
    instance.kill("SIGKILL");
    await instance.exited;
    await restart();
    const [newest] = await list(demo, tenant(first).apiKey, "?limit=1");
    expect(newest).toMatchObject({ id: shipment.id, originCity: "Zürich", status: "draft" });
  });
});

describe("npm start, killed while it makes the demo data", { timeout: 60_000 }, () => {
  it("has all of it after the next start", async () => {
    const dataDir = makeDataDir();
    const log = join(dataDir.path, "logs", "service.log");
    const killed = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    await expect
      .poll(() => existsSync(log) && readFileSync(log, "utf8"), { timeout: 40_000, interval: 5 })
      .toContain("parts of the log assigned");
    killed.kill("SIGKILL");
    await killed.exited;
    expect(existsSync(join(dataDir.path, "demo.json"))).toBe(false);
    const instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    try {
      await instance.ready();
      const demo = readDemo(dataDir.path);
      for (const one of demo.tenants) {
        expect(await list(demo, one.apiKey, "?limit=200")).toHaveLength(120);
        expect(await list(demo, one.apiKey, "?limit=200", "invoices")).toHaveLength(36);
        for (const role of roles) expect((await login(demo, one[role])).status).toBe(200);
      }
      expect((await fetch(demo.trackingUrl)).status).toBe(200);
    } finally {
      instance.kill("SIGTERM");
      await instance.exited;
      dataDir.remove();
    }
  });
});

describe("npm start with wrong settings", { timeout: 30_000 }, () => {
  let dataDir: ReturnType<typeof makeDataDir>;

  beforeAll(() => {
    dataDir = makeDataDir();
  });

  afterAll(() => dataDir.remove());

  async function refusal(env: Record<string, string>): Promise<string> {
    const instance = startInstance({ dataDir: dataDir.path, env });
    expect(await instance.exited).toEqual({ code: 1, signal: null });
    expect(instance.stderr()).not.toMatch(/\n {4}at /);
    return instance.stderr();
  }

  it("says that the port is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    try {
      expect(await refusal({ PORT: port })).toMatch(
        new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken .+PORT=\\d+ npm start\\.\\n$`),
      );
    } finally {
      taken.close();
    }
  });

  it("says that the data directory cannot be used", async () => {
    const file = join(dataDir.path, "file");
    writeFileSync(file, "");
    expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(
      /^The data directory .+ cannot be used \(ENOTDIR\): .+ DATA_DIR .+\n$/,
    );
  });

  it.each([
    [
      "DATABASE_URL",
      "postgres://u:secret@127.0.0.1:1/x",
      /^No PostgreSQL server listens at 127\.0\.0\.1:1\. .+\n$/,
    ],
    ["DATABASE_URL", "postgres://u@no-such-host.invalid/x", /^The host of DATABASE_URL .+\n$/],
    ["PUBLIC_URL", "tracking.example.com", /^PUBLIC_URL is not valid: .+\n$/],
    ["HOST", "192.0.2.1", /^Cannot listen on 192\.0\.2\.1 .+\n$/],
  ])("says what is wrong with %s=%s", async (name, value, sentence) => {
    const said = await refusal({ [name]: value });
    expect(said).toMatch(sentence);
    expect(said).not.toContain("secret");
  });
});

describe("npm start with a database of its own", { timeout: 60_000 }, () => {
  it("runs on DATABASE_URL without demo data, and stops with npm", async () => {
    const dataDir = makeDataDir();
    const { createTestDatabase } = await import("@shipment-tracking/testing");
    const db = await createTestDatabase();
    const instance = startInstance({
      dataDir: dataDir.path,
      throughNpm: true,
      env: { DATABASE_URL: db.urls.admin, DEMO: "false" },
    });
    try {
      await instance.ready();
      const url = instance.stdout().match(/http:\/\/localhost:\d+/)?.[0] ?? "";
      const answer = await fetch(`${url}/api/v1/shipments`);
      expect([answer.status, await answer.json()]).toEqual([401, { error: "Missing API key" }]);
      const line =
        instance.stdout().match(/^ +(.*npx tracking tenant create .+)$/m)?.[1] ?? "false";
      const run = spawnSync("sh", ["-c", line], { cwd: root, encoding: "utf8" });
      expect([run.status, run.stderr]).toEqual([0, ""]);
      const setUp = run.stdout.match(/http\S+/)?.[0] ?? "nothing printed";
      expect(setUp.startsWith(`${url}/set-up?token=`)).toBe(true);
      expect((await fetch(setUp)).status).toBe(200);
      instance.kill("SIGTERM");
      expect(await instance.exited).toEqual({ code: 0, signal: null });
    } finally {
      instance.kill("SIGKILL");
      await db.drop();
      dataDir.remove();
    }
  });
});

describe("infra/start.mjs", () => {
  it("says that Node is too old", () => {
    const withOldVersion = `Object.defineProperty(process.versions, "node", { value: "18.19.0" });`;
    const run = spawnSync(process.execPath, [
      "--import",
      `data:text/javascript,${encodeURIComponent(withOldVersion)}`,
      join(root, "infra", "start.mjs"),
    ]);
    expect([run.status, run.stderr.toString()]).toEqual([
      1,
      "Node 20.19.0 or newer is needed, this is 18.19.0. Install it from https://nodejs.org.\n",
    ]);
  });
});
