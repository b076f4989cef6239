// npm run bench:import -- [shipments] [by_time|by_shipment]: lines per second of an import over HTTP, on a throw-away durable database.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { createEdgeServer, createLogger, stopServer } from "@shipment-tracking/runtime";
import { buildWeb, createTenant, createUser, importWorker } from "@shipment-tracking/web-service";
import { startTrackingDatabase } from "./bench-database.ts";
import { sampleFiles } from "./sample-files.ts";

const [shipments = "10000", order = "by_time"] = process.argv.slice(2);
const password = randomBytes(12).toString("hex");
const email = "bench@example.com";

const database = await startTrackingDatabase();
const pool = createPool({ url: database.urls.web, applicationName: "bench" });
try {
  await measure(pool);
} finally {
  await pool.end();
  await database.stop();
}

async function measure(pool: Pool): Promise<void> {
  const tenant = await createTenant(pool, { name: "Bench", actor: { kind: "system", id: null } });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  const { tenantId } = tenant;
  await createUser(pool, { tenantId, email, name: "Bench", role: "dispatcher", password });
  const log = createLogger({ service: "bench", level: "warn" });
  const worker = importWorker({ pool, log, pollMs: 60_000 });
  const app = buildWeb({
    pool,
    log,
    publicUrl: "http://127.0.0.1",
    secrets: [{ id: "bench", key: randomBytes(32) }],
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
    wakeImports: worker.wake,
  });
  await app.ready();
  const server = createEdgeServer((request, response) => app.routing(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  try {
    await run(`http://127.0.0.1:${String(address.port)}`);
  } finally {
    await stopServer(server, { apps: [app] });
    await worker.stop();
  }
}

async function run(baseUrl: string): Promise<void> {
  const login = await fetch(`${baseUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const files = sampleFiles({
    seed: 1,
    shipments: Number(shipments),
    order: order === "by_shipment" ? "by_shipment" : "by_time",
  });
  await importFile({ baseUrl, cookie }, "shipments", files.shipmentsCsv);
  await importFile({ baseUrl, cookie }, "events", files.eventsCsv);
  await importFile({ baseUrl, cookie }, "events", files.eventsCsv);
}

interface Target {
  readonly baseUrl: string;
  readonly cookie: string;
}

async function importFile({ baseUrl, cookie }: Target, kind: string, body: string): Promise<void> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const headers = { cookie, "content-type": "text/csv" };
  const upload = await fetch(`${baseUrl}/api/imports?kind=${kind}`, {
    method: "POST",
    headers,
    body,
  });
  // as the API documents it
  const { importId } = (await upload.json()) as { readonly importId: string };
  const uploadedAt = performance.now();
  for (;;) {
    const response = await fetch(`${baseUrl}/api/imports/${importId}`, { headers: { cookie } });
    const status = (await response.json()) as Record<string, unknown>; // as documented
    if (status["state"] !== "running") {
      report({ kind, status, startedAt, uploadedAt, cpu: process.cpuUsage(cpu).user });
      return;
    }
    await delay(50);
  }
}

interface Result {
  readonly kind: string;
  readonly status: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly uploadedAt: number;
  readonly cpu: number;
}

function report({ kind, status, startedAt, uploadedAt, cpu }: Result): void {
  const seconds = (performance.now() - startedAt) / 1_000;
  const lines = Number(status["processed"]);
  const facts = [
    `${kind}: ${String(lines)} lines in ${seconds.toFixed(2)} s`,
    `${String(Math.round(lines / seconds))} lines/s`,
    `upload ${((uploadedAt - startedAt) / 1_000).toFixed(2)} s`,
    `${(cpu / lines).toFixed(0)} CPU-µs per line in this process`,
    `${String(status["state"])}, ${String(status["accepted"])} accepted, ${String(status["duplicates"])} duplicates`,
  ];
  process.stdout.write(`${facts.join("; ")}\n`);
}
