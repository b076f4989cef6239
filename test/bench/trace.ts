// npm run bench:trace -- [requests]: where the time of one request goes, step by step, as Markdown tables: a list kept in memory, a list that is read, a
// command. One request at a time on an otherwise idle service; client, service and clocks are one process, PostgreSQL another. For webhooks see
// `npm run bench -- webhooks` (P7c append, ingest, claim, send).
import { randomBytes } from "node:crypto";
import { request } from "undici";
import { buildApi, createApiPool } from "@shipment-tracking/api-service";
import { createPool } from "@shipment-tracking/postgres";
import { createEdgeServer, createLogger, listen, stopServer } from "@shipment-tracking/runtime";
import { buildWeb, fetchTrackingFrom } from "@shipment-tracking/web-service";
import { prepareTenants } from "../crash/system/prepare-database.ts";
import { startTrackingDatabase } from "./bench-database.ts";
import { signIn } from "./freshness/probe.ts";
import { createLogWriter } from "./log-writer.ts";
import { drain } from "./projector/drain.ts";
import { traceTable } from "./trace/table.ts";
import { logStatements, type Statement } from "./trace/statement-log.ts";
import { type RequestTrace, RequestTracer } from "./trace/trace-request.ts";

const requests = Number(process.argv[2] ?? "1000");
const warmUp = Math.ceil(requests / 3);
const log = createLogger({ service: "bench", level: "silent" });

let note = (_statement: Statement): void => undefined;
logStatements((statement) => {
  note(statement);
});

const database = await startTrackingDatabase();
try {
  const [tenant] = await prepareTenants(database.urls.web, ["bench"]);
  if (tenant === undefined) throw new Error("no tenant");
  const writer = createLogWriter({ tenantIds: [tenant.id], together: 500 });
  await writer.write(database.admin, 4_125);
  await drain({ url: database.url, postgresPid: database.pid }, 4_125);
  await database.admin.query({ text: "vacuum analyze" });
  const key = `authorization: Bearer ${tenant.apiKey}`;
  const list = `GET /api/v1/shipments HTTP/1.1\r\nhost: localhost\r\n${key}\r\n\r\n`;
  say(await traceApi("list of 50, kept", 64 * 1_048_576, list));
  say(await traceApi("list of 50, read", 0, list));
  say(await traceCommands(tenant));
  say(await roundTrips());
} finally {
  await database.stop();
}

async function traceApi(title: string, cacheBytes: number, text: string): Promise<string> {
  const pool = createApiPool({ url: database.urls.api, log });
  const app = await buildApi({ pool, log, cacheBytes });
  const server = createEdgeServer((incoming, response) => app.routing(incoming, response), { log });
  await listen(server, { host: "127.0.0.1", port: 0 });
  const tracer = await RequestTracer.open(server);
  try {
    return traceTable(title, await traceAll(tracer, () => text));
  } finally {
    tracer.close();
    await stopServer(server, { apps: [app] });
    await pool.end();
  }
}

async function traceCommands(tenant: { readonly email: string; readonly apiKey: string }) {
  const pool = createPool({ url: database.urls.web, applicationName: "bench" });
  const secrets = [{ id: "bench", key: randomBytes(32) }];
  const app = buildWeb({
    pool,
    log,
    publicUrl: "http://127.0.0.1",
    secrets,
    fetchTracking: fetchTrackingFrom("http://127.0.0.1:9"),
  });
  await app.ready();
  const server = createEdgeServer((incoming, response) => app.routing(incoming, response), { log });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const webUrl = `http://127.0.0.1:${String(port)}`;
  const tracer = await RequestTracer.open(server);
  try {
    const { cookie } = await signIn({ webUrl, apiUrl: webUrl }, { id: "", ...tenant });
    const head = `host: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n`;
    const id = await createShipment(webUrl, cookie);
    let minute = 0;
    return traceTable(
      "a command: one tracking event",
      await traceAll(tracer, () => {
        minute += 1;
        const eventAt = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
        const body = JSON.stringify({ eventType: "departure", eventAt, city: "Venlo" });
        const length = `content-length: ${String(body.length)}`;
        return `POST /api/shipments/${id}/events HTTP/1.1\r\n${head}${length}\r\n\r\n${body}`;
      }),
    );
  } finally {
    tracer.close();
    await stopServer(server, { apps: [app] });
    await pool.end();
  }
}

async function createShipment(webUrl: string, cookie: string): Promise<string> {
  const { statusCode, body } = await request(`${webUrl}/api/shipments`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ mode: "parcel" }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(text);
  // as: the answer to this command
  return (JSON.parse(text) as { readonly shipment: { readonly id: string } }).shipment.id;
}

async function traceAll(
  tracer: RequestTracer,
  text: () => string,
): Promise<readonly RequestTrace[]> {
  note = (statement) => tracer.note(statement);
  const traces: RequestTrace[] = [];
  for (let n = 0; n < warmUp + requests; n += 1) {
    const one = await tracer.send(text());
    if (n >= warmUp) traces.push(one);
  }
  note = () => undefined;
  return traces;
}

/** What the way to the database and back takes alone. */
async function roundTrips(): Promise<string> {
  const pool = createPool({ url: database.urls.api, applicationName: "bench", max: 1 });
  const traces: RequestTrace[] = [];
  for (let n = 0; n < warmUp + requests; n += 1) {
    const startedAt = performance.now();
    await pool.query({ name: "nothing", text: "select 1" });
    const ms = performance.now() - startedAt;
    if (n >= warmUp) traces.push({ ms, spans: [["select 1, prepared", ms]] });
  }
  await pool.end();
  return traceTable("to the database and back", traces);
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
