import { execFile, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { createPool } from "@shipment-tracking/postgres";
import { shipmentList } from "@shipment-tracking/read-model";
import { type BenchFigure, writeFigures } from "../figure.ts";
import { cpuSecondsOf } from "../process-cpu.ts";
import { type Server, startReadApi, startServer } from "./start-server.ts";

export interface RatioOptions {
  readonly adminUrl: string;
  readonly apiUrl: string;
  readonly postgresPid: number;
  /** A key of each tenant; the ids of the tenants count up. */
  readonly keys: readonly string[];
  readonly directory: string;
  readonly rounds: number;
  readonly seconds: number;
  /** File for the figures. */
  readonly json: string | null;
}

interface Slice {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU for each request; NaN where it is not measured. */
  readonly clientCpu: number;
  readonly serverCpu: number;
  readonly postgresCpu: number;
}

const pgbench = ["/usr/bin/pgbench", "/usr/local/bin/pgbench"].find((path) => existsSync(path));
const rawServer = `const body = Buffer.from(process.env.BODY); const s = require("http").createServer((q, r) => { r.writeHead(200, {"content-type": "application/json; charset=utf-8", "content-length": body.length}); r.end(body); });
s.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: s.address().port })));`;
const polled = 100;

/** P1, P2, P3 and P3b of the performance goals, in interleaved rounds; prints the ratios' minimum, median and maximum. */
export async function measureRatios(options: RatioOptions): Promise<void> {
  const { keys, rounds } = options;
  await makeNaiveTable(options.adminUrl);
  const servers: Server[] = [];
  const started = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  const slices: Record<string, Slice[]> = {};
  try {
    const warm = await started(startReadApi(options.apiUrl));
    const cold = await started(startReadApi(options.apiUrl, { cacheMb: 0 }));
    const naiveFile = join(import.meta.dirname, "naive-server.ts");
    const naive = await started(
      startServer(["--import", "tsx", naiveFile], { DATABASE_URL: options.adminUrl }),
    );
    const { body, headers, conditional } = await compareBodies([warm, cold, naive], keys);
    const raw = await started(startServer(["-e", rawServer], { BODY: body }));
    const few = headers.slice(0, polled);
    for (let round = 0; round <= rounds; round += 1) {
      const take = async (name: string, slice: Promise<Slice>): Promise<void> => {
        const taken = await slice;
        // the first round warms everybody up: compilers, caches, connections
        if (round > 0) (slices[name] ??= []).push(taken);
      };
      await take("raw", load(options, raw, [{}]));
      await take("polled", load(options, warm, few));
      await take("304", load(options, warm, conditional.slice(0, polled)));
      await take("cold", load(options, cold, headers));
      await take("sql", runSql(options));
      await take("naive", load(options, naive, headers));
      print(`round ${String(round)} of ${String(rounds)}, load ${String(loadavg()[0])}`);
    }
  } finally {
    for (const { child } of servers) child.kill("SIGTERM");
  }
  const figures = report(slices);
  if (options.json !== null) writeFigures(options.json, figures);
}

function report(slices: Readonly<Record<string, readonly Slice[]>>): readonly BenchFigure[] {
  for (const [name, all] of Object.entries(slices)) {
    const [rate, p50, p99] = [
      spread(all.map((one) => one.rate)),
      spread(all.map((one) => one.p50)),
      spread(all.map((one) => one.p99)),
    ];
    print(`${name.padEnd(8)} ${rate} per second, p50 ${p50} ms, p99 ${p99} ms`);
    const cpu = (part: "clientCpu" | "serverCpu" | "postgresCpu") =>
      spread(all.map((one) => one[part]));
    print(
      `         CPU-µs each: server ${cpu("serverCpu")}, PostgreSQL ${cpu("postgresCpu")}, client ${cpu("clientCpu")}`,
    );
  }
  const sql = pgbench === undefined ? "one pg connection, prepared" : "pgbench -M prepared";
  const goals = [
    { id: "P1", what: "polled page ÷ raw node:http", of: "polled", to: "raw", goal: [0.5, 0.7] },
    { id: "P2", what: "304 ÷ raw node:http's 200", of: "304", to: "raw", goal: [0.6, 0.85] },
    { id: "P3", what: `cold list ÷ ${sql}`, of: "cold", to: "sql", goal: [0.35, 0.5] },
    { id: "P3b", what: "cold list ÷ fastify + pg rows", of: "cold", to: "naive", goal: [6, 10] },
  ];
  return goals.map(({ id, what, of, to, goal: [floor = null, aim = null] }) => {
    const ratios = (slices[of] ?? []).map(
      (one, index) => one.rate / (slices[to]?.[index]?.rate ?? Number.NaN),
    );
    print(`${id.padEnd(4)} ${what.padEnd(40)} ${spread(ratios)}`);
    const [min, median, max] = threeOf(ratios);
    const note = "32 connections, 400 tenants, pages of 50 rows";
    return { id, what, unit: "ratio", min, median, max, floor, aim, note };
  });
}

/** Minimum, median and maximum. */
export function spread(numbers: readonly number[]): string {
  return threeOf(numbers)
    .map((n) => n.toFixed(n < 100 ? 2 : 0))
    .join(" / ");
}

export function threeOf(numbers: readonly number[]): readonly [number, number, number] {
  const sorted = numbers.toSorted((left, right) => left - right);
  const at = (index: number): number => sorted.at(index) ?? Number.NaN;
  return [at(0), at(Math.floor(sorted.length / 2)), at(-1)];
}

async function compareBodies(servers: readonly Server[], keys: readonly string[]) {
  const headers = keys.map((key) => ({ authorization: `Bearer ${key}` }));
  const conditional: Record<string, string>[] = [];
  let body = "";
  for (const one of headers) {
    const answers = [];
    for (const server of servers) {
      const answer = await fetch(urlOf(server), { headers: one });
      answers.push({ text: await answer.text(), tag: answer.headers.get("etag") });
    }
    const [first] = answers;
    body = first?.text ?? "";
    if (body.length < 1_000 || answers.some((answer) => answer.text !== body))
      throw new Error("The bodies differ");
    conditional.push({ ...one, "if-none-match": first?.tag ?? "" });
  }
  print(
    `${String(keys.length)} tenants, the bodies are the same, ${String(body.length)} characters`,
  );
  return { body, headers, conditional };
}

const urlOf = ({ port }: Server): string => `http://127.0.0.1:${String(port)}/api/v1/shipments`;

async function load(
  { seconds, postgresPid }: RatioOptions,
  server: Server,
  headers: readonly Readonly<Record<string, string>>[],
): Promise<Slice> {
  const cpu = () => [cpuSecondsOf([server.child.pid ?? 0]), cpuSecondsOf([postgresPid])];
  const before = cpu();
  const child = spawn(process.execPath, [join(import.meta.dirname, "load.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ url: urlOf(server), headers, seconds, connections: 32 }));
  // the shape that load.mjs prints
  const result = JSON.parse(await text(child.stdout)) as Slice & {
    readonly errors: number;
    readonly statuses: readonly string[];
    readonly total: number;
  };
  const [serverCpu, postgresCpu] = cpu().map(
    (after, index) => ((after - (before[index] ?? 0)) * 1e6) / result.total,
  );
  const wanted = headers[0] !== undefined && "if-none-match" in headers[0] ? "304" : "200";
  if (result.errors > 0 || result.statuses.join() !== wanted)
    throw new Error("Requests failed under load");
  return { ...result, serverCpu: serverCpu ?? Number.NaN, postgresCpu: postgresCpu ?? Number.NaN };
}

/** The statement for one page, each time of another tenant, as fast as the database gives it over 8 connections. */
async function runSql(options: RatioOptions): Promise<Slice> {
  const { apiUrl, keys, directory, seconds, postgresPid } = options;
  if (pgbench === undefined) return runOverOneConnection(apiUrl, keys.length, seconds);
  const file = join(directory, "page.sql");
  const tenant = "('00000000-0000-4000-8000-' || lpad((:n)::int::text, 12, '0'))::uuid";
  const page = shipmentList.single.all
    .replaceAll("$1", tenant)
    .replaceAll("$2::bigint", "50")
    .replaceAll("$3::bigint", "0");
  writeFileSync(file, `\\set n random(0, ${String(keys.length - 1)})\n${page};\n`);
  const args = ["-n", "-M", "prepared", "-c", "8", "-T", String(seconds), "-f", file, apiUrl];
  const before = cpuSecondsOf([postgresPid]);
  const { stdout } = await promisify(execFile)(pgbench, args);
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const p50 = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]);
  const postgresCpu = ((cpuSecondsOf([postgresPid]) - before) * 1e6) / (rate * seconds);
  return { ...unmeasured, rate, p50, postgresCpu };
}

async function runOverOneConnection(url: string, tenants: number, seconds: number): Promise<Slice> {
  const pool = createPool({ url, applicationName: "bench", max: 1 });
  const started = performance.now();
  let count = 0;
  for (; performance.now() - started < seconds * 1_000; count += 1) {
    const tenant = `00000000-0000-4000-8000-${String(count % tenants).padStart(12, "0")}`;
    await pool.query({ name: "page", text: shipmentList.single.all, values: [tenant, 50, 0] });
  }
  await pool.end();
  const perSecond = count / ((performance.now() - started) / 1_000);
  return { ...unmeasured, rate: perSecond, p50: 1_000 / perSecond };
}

const unmeasured = {
  p99: Number.NaN,
  clientCpu: Number.NaN,
  serverCpu: Number.NaN,
  postgresCpu: Number.NaN,
};

/** The same shipments in columns, as one would store them. */
async function makeNaiveTable(adminUrl: string): Promise<void> {
  const pool = createPool({
    url: adminUrl,
    applicationName: "bench",
    max: 1,
    statementTimeoutMs: 60_000,
  });
  await pool.query({
    text: `
create schema naive;
create table naive.shipments as
select tenant_id, id, doc::json->>'shipmentNumber' as shipment_number, status, doc::json->>'mode' as mode,
  doc::json->>'originCity' as origin_city, doc::json->>'destCity' as dest_city,
  (doc::json->>'pickupScheduledAt')::timestamptz as pickup_scheduled_at,
  (doc::json->>'deliveryScheduledAt')::timestamptz as delivery_scheduled_at, created_at
from read.shipments;
create index on naive.shipments (tenant_id, created_at desc, id desc)`,
  });
  await pool.query({ text: "vacuum analyze" });
  await pool.end();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
