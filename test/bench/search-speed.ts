// npm run bench:search -- [shipments] [runs] [pattern]: times of GET /api/shipments inside the web application (session, query, page), for a
// tenant with 200,000 shipments and another one of the same size beside it, on a throw-away database. Prints p50, p95 and the plan of each form
// of query whose name has the pattern; beside the time by the clock the CPU time of application and database (Linux only), which is about the
// time that an idle machine takes.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { buildWeb, createTenant, createUser } from "@shipment-tracking/web-service";
import { startTrackingDatabase } from "./bench-database.ts";
import { fillSearchable } from "./fill-search.ts";
import { searchForms } from "./search-data.ts";

const [shipments = "200000", runs = "40", pattern = ""] = process.argv.slice(2);
const password = randomBytes(12).toString("hex");
const email = "bench@example.com";

const database = await startTrackingDatabase();
// one connection: its server process is the one whose CPU time counts
const web = createPool({ url: database.urls.web, applicationName: "bench", max: 1 });
try {
  await fill(database.admin, web);
  await measure(database.admin, web);
} finally {
  await web.end();
  await database.stop();
}

async function fill(admin: Pool, web: Pool): Promise<void> {
  const tenants: string[] = [];
  for (const name of ["Bench", "Beside"]) {
    const tenant = await createTenant(web, { name, actor: { kind: "system", id: null } });
    if (tenant.outcome !== "created") throw new Error(tenant.reason);
    const { tenantId } = tenant;
    if (name === "Bench") {
      await createUser(web, { tenantId, email, name, role: "viewer", password });
    }
    tenants.push(tenantId);
  }
  const { fillMs, documentsMs } = await fillSearchable(admin, tenants, Number(shipments));
  const { rows } = await admin.query<{ readonly sizes: string }>({
    text: `
      select format('search table %s, its index %s, shipments %s',
        pg_size_pretty(pg_relation_size('write.shipment_search')),
        pg_size_pretty(pg_relation_size('write.shipment_search_document')),
        pg_size_pretty(pg_table_size('write.shipments'))) as sizes`,
  });
  print(
    `filled in ${fillMs.toFixed(0)} ms, search documents in ${documentsMs.toFixed(0)} ms: ${rows[0]?.sizes ?? ""}`,
  );
}

async function measure(admin: Pool, web: Pool): Promise<void> {
  const seen = recordQueries(web);
  const app = buildWeb({
    pool: web,
    log: createLogger({ service: "bench", level: "warn" }),
    publicUrl: "http://127.0.0.1",
    secrets: [{ id: "bench", key: randomBytes(32) }],
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
  });
  await app.ready();
  const login = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { email, password },
  });
  const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
  const { rows } = await web.query<{ readonly pid: number }>({
    text: "select pg_backend_pid() as pid",
  });
  const cpuMs = (): number => usedCpuMs(rows[0]?.pid ?? 0);
  const plans: string[] = [];
  for (const form of searchForms.filter(({ name }) => new RegExp(pattern).test(name))) {
    const times: number[] = [];
    const cpuTimes: number[] = [];
    let items = 0;
    for (let run = -3; run < Number(runs); run += 1) {
      seen.length = 0;
      const url = `${form.path ?? "/api/shipments"}?${new URLSearchParams(form.query(run + 3)).toString()}`;
      const usedBefore = cpuMs();
      const startedAt = performance.now();
      const answer = await app.inject({ url, headers: { cookie } });
      if (run >= 0) times.push(performance.now() - startedAt);
      if (run >= 0) cpuTimes.push(cpuMs() - usedBefore);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      items = answer.json<{ readonly items?: readonly unknown[] }>().items?.length ?? 0;
    }
    print(
      `${form.name.padEnd(52)} clock ${percentiles(times)}, cpu ${percentiles(cpuTimes)}, items ${String(items)}`,
    );
    if (form.explain === true) plans.push(`\n${form.name}\n${await explain(admin, seen)}`);
  }
  print(plans.join("\n"));
  await app.close();
}

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string =>
    (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1).padStart(6);
  return `p50 ${at(0.5)} p95 ${at(0.95)} ms`;
}

/** Of this process and of a server process, since they began; 0 where the system does not tell. */
function usedCpuMs(pid: number): number {
  const { user, system } = process.cpuUsage();
  try {
    const [ranNs = "0"] = readFileSync(`/proc/${String(pid)}/schedstat`, "utf8").split(" ");
    return (user + system) / 1_000 + Number(ranNs) / 1e6;
  } catch {
    return 0;
  }
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes the searches that the pool is asked for. */
function recordQueries(pool: Pool): Query[] {
  const seen: Query[] = [];
  const query = pool.query.bind(pool) as (config: Query) => unknown; // its overloads; only this form is in use
  Object.assign(pool, {
    query: (config: Query) => {
      if (/with (newest|found|walked) as materialized|\) as found|\) as late/.test(config.text))
        seen.push(config);
      return query(config);
    },
  });
  return seen;
}

async function explain(admin: Pool, queries: readonly Query[]): Promise<string> {
  const plans = [];
  for (const { text, values } of queries) {
    const { rows } = await admin.query<{ readonly "QUERY PLAN": string }>({
      text: `explain (analyze, buffers off, costs off) ${text}`,
      values: [...values],
    });
    plans.push(rows.map((row) => `  ${row["QUERY PLAN"]}`).join("\n"));
  }
  return plans.join("\n  --\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
