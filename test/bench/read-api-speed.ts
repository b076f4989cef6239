// npm run bench:read-api -- ratios [rounds] [seconds]: P1, P2, P3 and P3b of the performance goals, in interleaved rounds (read-api/ratios.ts).
// npm run bench:read-api -- deep [rounds] [seconds]: P4 and P11, CPU for each request (read-api/deep.ts). Both write figures with --json <file>.
// npm run bench:read-api -- [shipments] [seconds]: requests per second of the read API as a process of its own, beside a bare node:http server that sends
// the same bytes, on a throw-away database. Client, API and PostgreSQL share the machine: the ratio says more than the numbers.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import {
  encodeEvent,
  generateApiKey,
  generateTrackingToken,
  hashApiKey,
  hashTrackingToken,
  type EventRecord,
  type LogEvent,
} from "@shipment-tracking/contracts";
import { createPool } from "@shipment-tracking/postgres";
import { applyDelivery, projectorConsumer } from "@shipment-tracking/read-model";
import { startTrackingDatabase } from "./bench-database.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { measureDeep } from "./read-api/deep.ts";
import { fillTenants } from "./read-api/fill-tenants.ts";
import { measureRatios } from "./read-api/ratios.ts";
import { shipmentEvents } from "./read-api/shipment-events.ts";
import { type Server, startReadApi, startServer } from "./read-api/start-server.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const jsonFile = flags.json ?? null;
const [mode = "10000", ...more] = positionals;
const [seconds = "5"] = more;
const root = join(import.meta.dirname, "../..");
const rawServer = `const s = require("http").createServer((q, r) => { r.writeHead(200, {"content-type": "application/json; charset=utf-8"}); r.end(process.env.BODY); });
s.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: s.address().port })));`;
const database = await startTrackingDatabase();
const { urls } = database;
try {
  if (mode === "ratios") await ratios();
  else if (mode === "deep") await deep();
  else await measure(urls.api, await fill(urls.projector, Number(mode)));
} finally {
  await database.stop();
}

async function ratios(): Promise<void> {
  const [rounds = "5", slice = "5"] = more;
  const keys = await fillTenants(urls.projector, 400, (n) => shipmentEvents(n, null));
  const directory = mkdtempSync(join(tmpdir(), "tracking-bench-"));
  try {
    await measureRatios({
      adminUrl: database.url,
      apiUrl: urls.api,
      postgresPid: database.pid,
      keys,
      directory,
      rounds: Number(rounds),
      seconds: Number(slice),
      json: jsonFile,
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function deep(): Promise<void> {
  const [rounds = "5", slice = "2"] = more;
  await measureDeep({
    adminUrl: database.url,
    apiUrl: urls.api,
    projectorUrl: urls.projector,
    postgresPid: database.pid,
    rounds: Number(rounds),
    seconds: Number(slice),
    shipmentEvents: (n) => shipmentEvents(n, null),
    json: jsonFile,
  });
}

interface Filled {
  readonly key: string;
  readonly token: string;
  readonly shipmentId: string;
}

/** One tenant whose shipments have eight events each, through the projection. */
async function fill(projectorUrl: string, count: number): Promise<Filled> {
  const tenantId = randomUUID();
  const key = generateApiKey();
  const token = generateTrackingToken();
  const records: EventRecord[] = [];
  const versions = new Map<string, number>();
  const append = (streamId: string, event: LogEvent): void => {
    const version = (versions.get(streamId) ?? 0) + 1;
    versions.set(streamId, version);
    const at = new Date(Date.UTC(2026, 0, 1) + records.length).toISOString();
    records.push({
      id: randomUUID(),
      ...encodeEvent(event),
      tenantId,
      streamId,
      version,
      part: 0,
      pos: records.length + 1,
      occurredAt: at,
      recordedAt: at,
      actor: { kind: "system", id: null },
      traceparent: null,
    });
  };
  append(tenantId, { type: "tenant.created", name: "Bench" });
  const keyId = randomUUID();
  append(keyId, {
    type: "api_key.created",
    keyId,
    keyHash: hashApiKey(key),
    name: "Bench",
    expiresAt: null,
  });
  let shipmentId = "";
  for (let n = 0; n < count; n += 1) {
    const tokenHash = n === count - 1 ? hashTrackingToken(token) : null;
    const { id, events } = shipmentEvents(n, tokenHash);
    for (const event of events) append(id, event);
    shipmentId = id;
  }
  const pool = createPool({ url: projectorUrl, applicationName: "bench", max: 1 });
  const started = performance.now();
  for (let start = 0; start < records.length; start += 1_000) {
    const batch = { part: 0, epoch: 1, records: records.slice(start, start + 1_000) };
    await applyDelivery(pool, { consumer: projectorConsumer, batches: [batch] });
  }
  const perSecond = (records.length / (performance.now() - started)) * 1_000;
  print(`${String(records.length)} events projected, ${perSecond.toFixed(0)} per second`);
  await pool.end();
  return { key, token, shipmentId };
}

async function measure(apiUrl: string, { key, token, shipmentId }: Filled): Promise<void> {
  const api = await startReadApi(apiUrl);
  try {
    const authorization = `Bearer ${key}`;
    const list = "/api/v1/shipments";
    const cases = [
      { name: "list, 50 rows", path: list, headers: { authorization } },
      { name: "list, status filter", path: `${list}?status=delivered`, headers: { authorization } },
      { name: "list, offset 5,000", path: `${list}?offset=5000`, headers: { authorization } },
      { name: "one shipment, 8 events", path: `${list}/${shipmentId}`, headers: { authorization } },
      { name: "public tracking", path: `/api/track/${token}`, headers: {} },
      { name: "list, 304", path: list, headers: { authorization }, conditional: true },
    ];
    for (const one of cases) await measureCase(api, one);
  } finally {
    api.child.kill("SIGTERM");
  }
}

interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly conditional?: boolean;
}

async function measureCase(api: Server, { name, path, headers, conditional }: Case): Promise<void> {
  const url = `http://127.0.0.1:${String(api.port)}${path}`;
  const answer = await fetch(url, { headers });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${body}`);
  const etag = conditional === true ? { "if-none-match": answer.headers.get("etag") ?? "" } : {};
  const raw = await startServer(["-e", rawServer], { BODY: body });
  try {
    const cpu = (): number => cpuSecondsOf([api.child.pid ?? 0]);
    const cpuBefore = cpu();
    const ours = await autocannon(url, { ...headers, ...etag });
    const cpuPerRequest = ((cpu() - cpuBefore) * 1e6) / ours.total;
    const bare = await autocannon(`http://127.0.0.1:${String(raw.port)}/`, {});
    print(
      `${name.padEnd(24)} ${ours.rate.toFixed(0).padStart(6)}/s  p50 ${String(ours.p50)} ms  p99 ${String(ours.p99)} ms` +
        `  ${cpuPerRequest.toFixed(0)} CPU-µs  ${String(body.length)} characters, bare node:http ${bare.rate.toFixed(0)}/s, ratio ${(ours.rate / bare.rate).toFixed(2)}`,
    );
  } finally {
    raw.child.kill("SIGTERM");
  }
}

interface Load {
  readonly rate: number;
  readonly total: number;
  readonly p50: number;
  readonly p99: number;
}

async function autocannon(url: string, headers: Readonly<Record<string, string>>): Promise<Load> {
  const args = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const { stdout } = await promisify(execFile)(
    join(root, "node_modules/.bin/autocannon"),
    ["--json", "-c", "32", "-d", seconds, ...args, url],
    { maxBuffer: 16_000_000 },
  );
  // autocannon's report, as far as it is used
  const { requests, latency, non2xx, errors } = JSON.parse(stdout) as {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  };
  const expects304 = "if-none-match" in headers;
  if (errors > 0 || (non2xx > 0 && !expects304)) throw new Error(`${url} failed under load`);
  return { rate: requests.average, total: requests.total, p50: latency.p50, p99: latency.p99 };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
