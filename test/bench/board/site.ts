import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TenantId } from "@shipment-tracking/domain";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { createEdgeServer, createLogger, listen, stopServer } from "@shipment-tracking/runtime";
import { buildWeb, createTenant, createUser } from "@shipment-tracking/web-service";
import { buildConsole } from "../../../infra/console.mjs";
import { startTrackingDatabase } from "../bench-database.ts";
import { fillSearchable } from "../fill-search.ts";

/** The web application with the built console, and a tenant with many shipments beside another one of the same size. */
export interface BoardSite {
  /** Without a slash at the end. */
  readonly url: string;
  /** A dispatcher's session. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** Milliseconds that the service has taken for each request of the board since the last call, by path. */
  takeServiceTimes(): readonly ServiceTime[];
  close(): Promise<void>;
}

export interface ServiceTime {
  readonly path: string;
  readonly ms: number;
}

const email = "dispatcher@bench.example";
const shipmentsDueToday = 300;

export interface BoardDatabase {
  /** Of the web application's role. */
  readonly url: string;
  /** The dispatcher's. */
  readonly password: string;
  stop(): Promise<void>;
}

export async function startBoardDatabase(shipments: number): Promise<BoardDatabase> {
  const database = await startTrackingDatabase();
  const url = database.urls.web;
  const pool = createPool({ url, applicationName: "bench" });
  try {
    const password = randomBytes(12).toString("hex");
    const tenants = [await makeTenant(pool, "Bench"), await makeTenant(pool, "Beside")] as const;
    const user = { tenantId: tenants[0], email, name: "Robin", role: "dispatcher" } as const;
    await createUser(pool, { ...user, password });
    await fillSearchable(database.admin, tenants, shipments);
    await scheduleForToday(database.admin, tenants[0]);
    return { url, password, stop: database.stop };
  } catch (error) {
    await database.stop();
    throw error;
  } finally {
    await pool.end();
  }
}

export async function openBoardSite(database: Omit<BoardDatabase, "stop">): Promise<BoardSite> {
  const consoleDir = await buildConsole();
  const pool = createPool({ url: database.url, applicationName: "bench", max: 10 });
  const served = await serve(pool, consoleDir);
  return {
    url: served.url,
    takeServiceTimes: served.takeServiceTimes,
    cookie: await signIn(served.url, database.password),
    close: async () => {
      await served.close();
      await pool.end();
    },
  };
}

async function makeTenant(pool: Pool, name: string): Promise<TenantId> {
  const tenant = await createTenant(pool, { name, actor: { kind: "system", id: null } });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  return tenant.tenantId;
}

/** The data are of other years; the view of today wants some. */
async function scheduleForToday(admin: Pool, tenantId: TenantId): Promise<void> {
  await admin.query({
    text: `
      update write.shipments
      set details = jsonb_set(details::jsonb, '{deliveryScheduledAt}', to_jsonb($2::text))::json
      where shipments.id in (
        select shipments.id
        from write.shipments
        where shipments.tenant_id = $1
        order by shipments.id
        limit $3
      )`,
    values: [tenantId, new Date(Date.now() + 60_000).toISOString(), shipmentsDueToday],
  });
  await admin.query({ text: "vacuum (analyze) write.shipments" });
}

async function serve(pool: Pool, consoleDir: string) {
  let dispatch = (_request: IncomingMessage, response: ServerResponse): void => {
    response.destroy();
  };
  let times: ServiceTime[] = [];
  const server = createEdgeServer((request, response) => {
    const startedAt = performance.now();
    const path = request.url?.split("?")[0] ?? "";
    response.once("finish", () => {
      if (path.startsWith("/api/shipments")) {
        times.push({ path, ms: performance.now() - startedAt });
      }
    });
    dispatch(request, response);
  });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const url = `http://localhost:${String(port)}`;
  const app = buildWeb({
    pool,
    log: createLogger({ service: "bench", level: "warn" }),
    publicUrl: url,
    secrets: [{ id: "bench", key: randomBytes(32) }],
    consoleDir,
    fetchTracking: () => Promise.resolve({ status: 404, body: "" }),
  });
  await app.ready();
  dispatch = (request, response) => {
    app.routing(request, response);
  };
  return {
    url,
    takeServiceTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      await stopServer(server, { apps: [app] });
    },
  };
}

async function signIn(url: string, password: string): Promise<BoardSite["cookie"]> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (!response.ok || cookie === undefined) throw new Error(await response.text());
  const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=", 2);
  return { name, value };
}
