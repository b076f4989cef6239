import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  encodeEvent,
  generateApiKey,
  hashApiKey,
  type EventRecord,
  type LogEvent,
} from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import { createPool } from "@shipment-tracking/postgres";
import { applyDelivery, listShipments, projectorConsumer } from "@shipment-tracking/read-model";
import { type BenchFigure, writeFigures } from "../figure.ts";
import { cpuSecondsOf } from "../process-cpu.ts";
import { type Server, startReadApi } from "./start-server.ts";
import { tenantIdOf } from "./fill-tenants.ts";
import { spread, threeOf } from "./ratios.ts";

export interface DeepOptions {
  readonly adminUrl: string;
  readonly apiUrl: string;
  readonly projectorUrl: string;
  readonly postgresPid: number;
  readonly rounds: number;
  readonly seconds: number;
  /** File for the figures. */
  readonly json: string | null;
  shipmentEvents(n: number): { readonly id: string; readonly events: readonly LogEvent[] };
}

const rows = 200_000;
const tenantId = tenantIdOf(1) as TenantId;
const status = "in_transit";

/** P4 and P11: microseconds of CPU, of the API and of PostgreSQL together, for a request without kept answers. */
export async function measureDeep(options: DeepOptions): Promise<void> {
  const { key, short, long } = await fill(options);
  const api = await startReadApi(options.apiUrl, { cacheMb: 0 });
  const list = "/api/v1/shipments";
  const paths = {
    top: list,
    deep: `${list}?offset=100000`,
    topOfStatus: `${list}?status=${status}`,
    deepOfStatus: `${list}?status=${status}&offset=60000`,
    short: `${list}/${short}`,
    long: `${list}/${long}`,
  };
  const headers = { authorization: `Bearer ${key}` };
  const cpu: Record<string, number[]> = {};
  try {
    await compareBodies(options, api, headers);
    const bytes = await sizes(api, paths, headers);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const [name, path] of Object.entries(paths))
        (cpu[name] ??= []).push(await load(options, api, { path, headers }));
      print(
        `round ${String(round + 1)} of ${String(options.rounds)}, load ${String(loadavg()[0])}`,
      );
    }
    const figures = report(cpu, bytes);
    if (options.json !== null) writeFigures(options.json, figures);
  } finally {
    api.child.kill("SIGTERM");
  }
}

function report(
  cpu: Readonly<Record<string, readonly number[]>>,
  bytes: Readonly<Record<string, number>>,
): readonly BenchFigure[] {
  for (const [name, each] of Object.entries(cpu))
    print(`${name.padEnd(14)} ${spread(each)} CPU-µs, ${String(bytes[name])} bytes`);
  const goals = [
    { id: "P4", what: "offset 100,000 ÷ offset 0", of: "deep", to: "top", goal: [2, 1.3] },
    {
      id: "P4 status",
      what: "offset 60,000 ÷ offset 0, status filter",
      of: "deepOfStatus",
      to: "topOfStatus",
      goal: [2, 1.3],
    },
    { id: "P11", what: "10,000 events ÷ 10 events", of: "long", to: "short", goal: [] },
  ];
  return goals.map(({ id, what, of, to, goal: [floor = null, aim = null] }) => {
    const ratios = (cpu[of] ?? []).map((one, index) => one / (cpu[to]?.[index] ?? Number.NaN));
    print(`${id.padEnd(10)} ${what.padEnd(40)} ${spread(ratios)}`);
    const [min, median, max] = threeOf(ratios);
    const note = `CPU of API and PostgreSQL per request, ${String(bytes[of])} ÷ ${String(bytes[to])} bytes, ${String(rows)} rows`;
    return { id, what, unit: "ratio", min, median, max, floor, aim, note };
  });
}

/** The API's bytes are those of plain OFFSET. */
async function compareBodies(
  { apiUrl }: DeepOptions,
  api: Server,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const pool = createPool({ url: apiUrl, applicationName: "bench", max: 1 });
  for (const offset of [0, 256, 257, 5_000, 60_000, 100_000, rows - 10]) {
    for (const filter of [null, status]) {
      const query = `offset=${String(offset)}${filter === null ? "" : `&status=${filter}`}`;
      const url = `http://127.0.0.1:${String(api.port)}/api/v1/shipments?${query}`;
      const body = await (await fetch(url, { headers })).text();
      const plain = await listShipments(pool, tenantId, { limit: 50, offset, status: filter });
      if (body !== plain.json) throw new Error(`The bodies differ: ${query}`);
    }
  }
  await pool.end();
}

async function sizes(
  api: Server,
  paths: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) {
    const answer = await fetch(`http://127.0.0.1:${String(api.port)}${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)}`);
    found[name] = (await answer.arrayBuffer()).byteLength;
  }
  return found;
}

async function load(
  { postgresPid, seconds }: DeepOptions,
  api: Server,
  { path, headers }: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Promise<number> {
  const cpu = () => cpuSecondsOf([api.child.pid ?? 0, postgresPid]);
  const before = cpu();
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = `http://127.0.0.1:${String(api.port)}${path}`;
  child.stdin.end(JSON.stringify({ url, headers: [headers], seconds, connections: 16 }));
  // the shape that load.mjs prints
  const result = JSON.parse(await text(child.stdout)) as {
    readonly total: number;
    readonly errors: number;
    readonly statuses: readonly string[];
  };
  if (result.errors > 0 || result.statuses.join() !== "200") throw new Error(`${path} failed`);
  return ((cpu() - before) * 1e6) / result.total;
}

/** One tenant with many shipments: rows as the projection writes them, from one of its own, and the last one through the projection. */
async function fill(options: DeepOptions) {
  const key = generateApiKey();
  const records: EventRecord[] = [];
  const append = (streamId: string, events: readonly LogEvent[]): void => {
    for (const [index, event] of events.entries()) {
      const pos = records.length + 1;
      const at = new Date(Date.UTC(2026, 0, 1) + pos).toISOString();
      const place = { tenantId, streamId, version: index + 1, part: 0, pos };
      const origin = { actor: { kind: "system" as const, id: null }, traceparent: null };
      const times = { occurredAt: at, recordedAt: at };
      records.push({ id: randomUUID(), ...encodeEvent(event), ...place, ...times, ...origin });
    }
  };
  append(tenantId, [{ type: "tenant.created", name: "Bench" }]);
  const keyId = randomUUID();
  const created = { keyId, keyHash: hashApiKey(key), name: "Bench", expiresAt: null };
  append(keyId, [{ type: "api_key.created", ...created }]);
  const shipments = [manyScans(options, 1, 10), manyScans(options, 2, 10_000)] as const;
  for (const { id, events } of shipments) append(id, events);
  const projector = createPool({ url: options.projectorUrl, applicationName: "bench", max: 1 });
  const deliver = (batch: readonly EventRecord[]) =>
    applyDelivery(projector, {
      consumer: projectorConsumer,
      batches: [{ part: 0, epoch: 1, records: batch }],
    });
  await deliver(records);
  await copyRows(options.adminUrl);
  const before = records.length;
  const { id, events } = options.shipmentEvents(3);
  append(id, events.slice(0, 1));
  const started = performance.now();
  await deliver(records.slice(before));
  print(
    `${String(rows)} rows; buckets made with the next event: ${(performance.now() - started).toFixed(0)} ms`,
  );
  await projector.end();
  return { key, short: shipments[0].id, long: shipments[1].id };
}

function manyScans({ shipmentEvents }: DeepOptions, n: number, count: number) {
  const { id, events } = shipmentEvents(n);
  const [first, scan] = events;
  if (scan?.type !== "shipment.tracking_event_recorded" || first === undefined)
    throw new Error("Another first event");
  const scans = Array.from({ length: count }, () => ({
    ...scan,
    entry: { ...scan.entry, eventId: randomUUID() as typeof scan.entry.eventId },
  }));
  return { id, events: [first, ...scans] };
}

async function copyRows(adminUrl: string): Promise<void> {
  const pool = createPool({
    url: adminUrl,
    applicationName: "bench",
    max: 1,
    statementTimeoutMs: 60_000,
  });
  await pool.query({
    text: `
insert into read.shipments (tenant_id, id, created_at, status, version, doc)
select shipments.tenant_id, gen_random_uuid(), shipments.created_at - (n / 3) * interval '1 s',
  case n % 3 when 0 then 'delivered' else '${status}' end, 1, shipments.doc
from generate_series(1, ${String(rows)}) as n
cross join (select * from read.shipments limit 1) as shipments`,
  });
  await pool.query({ text: "delete from read.shipment_counts" });
  await pool.query({
    text: `insert into read.shipment_counts (tenant_id, status, n)
select tenant_id, status, count(*) from read.shipments group by tenant_id, status`,
  });
  await pool.query({ text: "vacuum analyze read.shipments" });
  await pool.end();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
