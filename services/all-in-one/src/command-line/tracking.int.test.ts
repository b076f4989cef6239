import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partOf } from "@shipment-tracking/event-log";
import { createEdgeServer, createLogger, stopServer } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import {
  buildWeb,
  createTenant,
  createUser,
  importWorker,
  type ImportWorker,
} from "@shipment-tracking/web-service";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const shipmentsFile = join(root, "test/data/carrier-scans-shipments.csv");
const eventsFile = join(root, "test/data/carrier-scans-events.csv");
const password = "correct horse battery";

let db: TestDatabase;
let worker: ImportWorker;
let app: FastifyInstance;
let server: Server;
let url: string;
let dataDir: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const pool = db.pool("web");
  const log = createLogger({ service: "test", level: "silent" });
  worker = importWorker({ pool, log });
  app = buildWeb({
    pool,
    log,
    publicUrl: "http://127.0.0.1",
    secrets: [{ id: "test", key: randomBytes(32) }],
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
    wakeImports: worker.wake,
  });
  await app.ready();
  server = createEdgeServer((request, response) => app.routing(request, response));
  url = await listen(server);
  const tenant = await createTenant(pool, { name: "Acme", actor: { kind: "system", id: null } });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  for (const role of ["dispatcher", "viewer"] as const) {
    const email = `${role}@acme.example`;
    await createUser(pool, { tenantId: tenant.tenantId, email, name: role, role, password });
  }
  dataDir = mkdtempSync(join(tmpdir(), "tracking-command-"));
  const dispatcher = { email: "dispatcher@acme.example", password };
  writeFileSync(
    join(dataDir, "demo.json"),
    JSON.stringify({ baseUrl: `${url}/api`, tenants: [{ dispatcher }] }),
  );
});

afterAll(async () => {
  await stopServer(server, { apps: [app] });
  await worker.stop();
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

async function listen(started: Server): Promise<string> {
  started.listen(0, "127.0.0.1");
  await once(started, "listening");
  const address = started.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  return `http://127.0.0.1:${String(address.port)}`;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly input?: string;
}

/** Runs the command as a user would, on the demo installation unless the environment says otherwise. */
async function tracking(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(join(root, "services/all-in-one/bin/tracking.mjs"), args, {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ...options.env },
  });
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text));
  // it may end before it has read its input
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, ...output };
}

describe("tracking import", { timeout: 60_000 }, () => {
  test("imports the real shipments into the demo installation, and says so", async () => {
    const ran = await tracking(["import", "--kind", "shipments", shipmentsFile]);
    expect(ran).toEqual({
      code: 0,
      err: "",
      out: expect.stringMatching(
        /^shipments from \/.*\.csv: 14 imported, 0 already there, 0 rejected \(\d+\.\d s, [\d,]+ lines\/s\)\n$/,
      ),
    });
  });

  test("names the lines of the real scans without a city, and ends with 2", async () => {
    const ran = await tracking(["import", "--kind", "events", eventsFile]);
    const [summary, ...lines] = ran.out.trimEnd().split("\n");
    expect(ran.code).toBe(2);
    expect(summary).toMatch(/: 73 imported, 1 already there, 24 rejected /);
    expect(lines).toHaveLength(24);
    expect(lines[0]).toBe("  line 9: city: must not be blank.");
  });

  test("adds nothing the second time", async () => {
    const ran = await tracking(["import", "--kind", "shipments", shipmentsFile]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/: 0 imported, 14 already there, 0 rejected/);
  });

  test("reads standard input and prints JSON", async () => {
    const input = readFileSync(eventsFile, "utf8");
    const ran = await tracking(["import", "-k", "events", "--json", "-"], { input });
    expect([ran.code, ran.err]).toEqual([2, ""]);
    const result: unknown = JSON.parse(ran.out);
    expect(result).toMatchObject({
      source: "standard input",
      kind: "events",
      state: "done",
      total: 98,
      accepted: 0,
      duplicates: 74,
      rejectedCount: 24,
    });
    expect(result).toHaveProperty("rejected.23", { line: 95, error: "city: must not be blank." });
  });

  test("ends with 1 and the reason when the file cannot be imported", async () => {
    const ran = await tracking(["import", "-k", "events", "-"], { input: "a,b\n1,2\n" });
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('The import failed: The header line has the unknown column "a".');
  });

  test("takes the service, the user and the password from options", async () => {
    const passwordFile = join(dataDir, "password.txt");
    writeFileSync(passwordFile, `${password}\n`);
    const who = ["--url", url, "--email", "viewer@acme.example", "--password-file", passwordFile];
    const ran = await tracking(["import", "-k", "events", ...who, eventsFile], {
      env: { DATA_DIR: "/nowhere" },
    });
    expect(ran).toEqual({ code: 1, out: "", err: "The service refused the file: Not allowed\n" });
  });
});

describe(
  "tracking import that cannot start ends with 1 and a sentence",
  { timeout: 60_000 },
  () => {
    const file = ["import", "-k", "events", eventsFile];

    test.each([
      [["import", eventsFile], {}, /required option '-k, --kind <kind>' not specified/],
      [["import", "-k", "invoices", eventsFile], {}, /Allowed choices are shipments, events/],
      [
        ["import", "-k", "events", "/none.csv"],
        {},
        /^There is no file \/none\.csv: check the path\.\n$/,
      ],
      [["import", "-k", "events", "/"], {}, /^\/ is not a file: name a CSV file/],
      [
        file,
        { DATA_DIR: "/nowhere" },
        /^No connection given, and there is no demo installation here/,
      ],
      [
        file,
        { TRACKING_EMAIL: "dispatcher@acme.example", TRACKING_PASSWORD: "wrong horse battery" },
        /^Sign-in as dispatcher@acme\.example failed: Invalid email or password\. Check --email/,
      ],
      [
        [...file, "--url", "http://no-such-host.invalid"],
        {},
        /^(The host is unknown|No answer \(\w+\)) from http:\/\/no-such-host\.invalid: /,
      ],
    ])("%j %j", async (args, env, sentence) => {
      const ran = await tracking(args, { env });
      expect(ran).toEqual({ code: 1, out: "", err: expect.stringMatching(sentence) });
    });

    test("nobody, and a stranger, at that address", async () => {
      const stranger = createEdgeServer((_request, response) => response.end("<html></html>"));
      const strangerUrl = await listen(stranger);
      const ran = await tracking([...file, "--url", strangerUrl]);
      await stopServer(stranger);
      expect(ran.code).toBe(1);
      expect(ran.err).toContain(`${strangerUrl} does not look like the service`);
      expect(await tracking([...file, "--url", strangerUrl])).toEqual({
        code: 1,
        out: "",
        err: `No answer (ECONNREFUSED) from ${strangerUrl}: start the service with npm start, or give its address with --url.\n`,
      });
    });
  },
);

describe("tracking parked and unpark", { timeout: 60_000 }, () => {
  test("list a stream that waits, and let it flow again", async () => {
    const env = { PROJECTOR_DATABASE_URL: db.urls.projector };
    expect(await tracking(["parked"], { env })).toEqual({
      code: 0,
      out: "No stream is parked.\n",
      err: "",
    });
    const id = await parkOneShipment();
    const parked = await tracking(["parked"], { env });
    expect(parked.code).toBe(2);
    expect(parked.out).toMatch(
      new RegExp(`^${id}  since \\d{4}-.*Z  shipment\\.created at \\d+\\.1: planted\\n$`),
    );
    const json = await tracking(["parked", "--json"], { env });
    expect(JSON.parse(json.out)).toMatchObject({ streamId: id, error: "planted" });
    const unparked = await tracking(["unpark", id], { env });
    expect(unparked).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${id} flows again, \\d+ events? applied\\n$`)),
      err: "",
    });
    const { rows } = await db.pool("admin").query({
      text: "select shipments.id from read.shipments",
    });
    expect(rows).toEqual([{ id }]);
  });

  test("a stream that is not parked is said, and a malformed id", async () => {
    const env = { PROJECTOR_DATABASE_URL: db.urls.projector };
    const unknown = "018f0000-0000-7000-8000-000000000001";
    expect(await tracking(["unpark", unknown], { env })).toMatchObject({
      code: 1,
      err: `No stream ${unknown} is parked: \`tracking parked\` lists those that are.\n`,
    });
    expect((await tracking(["unpark", "S-1"], { env })).err).toContain("S-1 is not a stream's id");
  });

  test("the database is that of the running service in DATA_DIR, or it is said that there is none", async () => {
    expect((await tracking(["parked"])).err).toMatch(
      /^No service runs here \(.*runtime\.json\)\. /,
    );
    writeFileSync(
      join(dataDir, "runtime.json"),
      JSON.stringify({ urls: { projector: db.urls.projector } }),
    );
    expect((await tracking(["parked"])).code).toBe(0);
  });

  test("a database that does not answer, or not to this login, is said", async () => {
    const closed = { PROJECTOR_DATABASE_URL: "postgres://a:b@127.0.0.1:9/c" };
    expect(await tracking(["parked"], { env: closed })).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^The database does not answer \(ECONNREFUSED\): start the service/,
      ),
    });
  });
});

/** Parks a shipment whose part is applied up to its creation, as a projector that could not read it would have. */
async function parkOneShipment(): Promise<string> {
  const admin = db.pool("admin");
  const { rows } = await admin.query<{ stream_id: string; tenant_id: string; pos: number }>({
    text: `
      select event_log.stream_id, event_log.tenant_id, event_log.pos
      from write.event_log
      where event_log.type = 'shipment.created'
        and event_log.pos = 1
      limit 1`,
  });
  const [event] = rows;
  if (event === undefined) throw new Error("no shipment was created");
  const part = partOf(event.stream_id);
  await admin.query({
    text: `
      insert into read.positions (consumer, part, pos)
      values ('projector', $1, 1)`,
    values: [part],
  });
  await admin.query({
    text: `
      insert into read.parked_streams (consumer, stream_id, tenant_id, part, pos, event_type, error)
      values ('projector', $1, $2, $3, 1, 'shipment.created', 'planted')`,
    values: [event.stream_id, event.tenant_id, part],
  });
  return event.stream_id;
}
