import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buildApi, readApiOwns } from "@shipment-tracking/api-service";
import type { TenantId } from "@shipment-tracking/domain";
import { createPostgresEngine } from "@shipment-tracking/event-log";
import { startProjector } from "@shipment-tracking/projector-service";
import { createEdgeServer, createLogger, listen, stopServer } from "@shipment-tracking/runtime";
import { createSecretBox } from "@shipment-tracking/secrets";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import {
  buildWeb,
  createTenant,
  createUser,
  importWorker,
  type Role,
  roles,
} from "@shipment-tracking/web-service";
import { createSender, startWebhooks } from "@shipment-tracking/webhooks-service";
import type { Page } from "playwright-core";
import { buildConsole } from "../../../infra/console.mjs";
import { type Call, callerOf } from "./console-caller.ts";

/** The whole product on a fresh database: web application with the built console, read API, projector, webhooks, imports. */
export interface ConsoleSite {
  /** `http://localhost:port`, without a slash at the end. */
  readonly url: string;
  readonly db: TestDatabase;
  readonly tenantId: TenantId;
  readonly emails: Readonly<Record<Role, string>>;
  readonly password: string;
  /** Gives the page's browser context the session of a user with this role, and opens `path`. */
  signIn(page: Page, role: Role, path?: string): Promise<void>;
  /** A command or read as a user of this role: `call("dispatcher", "POST /api/shipments", {…})` → the body. Throws for anything but a 2xx. */
  call: Call;
  /** Makes a shipment; returns it. `changes` over a parcel from Bern to Łódź. */
  shipment(changes?: Readonly<Record<string, unknown>>): Promise<SeededShipment>;
  /** Records an event, now if no `eventAt` is given. */
  record(shipmentId: string, event: Readonly<Record<string, unknown>>): Promise<void>;
  /** From now on nothing claims that the read side has applied what is written; `resume` lets it go on. */
  pauseProjector(): Promise<{ resume(): Promise<void> }>;
  /** Ends the open connections of browsers and refuses new ones until `back`. */
  cutOff(): { back(): void };
  close(): Promise<void>;
}

export interface SeededShipment {
  readonly id: string;
  readonly shipmentNumber: string;
}

const password = "correct horse battery staple";
const anyTarget = { allowHttp: true, allowLoopback: true, ports: "any" } as const;

/** Once per test file; close it in `afterAll`. Builds the console when its sources have changed. */
export async function startConsoleSite(): Promise<ConsoleSite> {
  const consoleDir = await buildConsole();
  const db = await createTestDatabase();
  const key = { id: "test", key: randomBytes(32) };
  const door = await openDoor();
  const workers = await startWorkers(db, key);
  const imports = importWorker({ pool: db.pool("web"), log, wakeLog: workers.wake });
  const api = await buildApi({ pool: db.apiPool(), log });
  const web = buildWeb({
    pool: db.pool("web"),
    log,
    publicUrl: door.url,
    secrets: [key],
    consoleDir,
    mail: { kind: "mailbox", isOpen: () => true },
    webhooks: { rules: anyTarget, wakeDispatch: workers.wakeDispatch },
    receivesWebhooks: true,
    wakeLog: workers.wake,
    wakeImports: imports.wake,
    fetchTracking: async (token) => {
      const { statusCode, body, headers } = await api.inject(`/api/track/${token}`);
      return { status: statusCode, body, etag: headers.etag };
    },
  });
  await web.ready();
  door.open((request, response) => {
    (readApiOwns(request.url ?? "/") ? api : web).routing(request, response);
  });
  const { tenantId, emails } = await makeCompany(db);
  const { call, cookieOf } = callerOf({ url: door.url, emails, password });
  return {
    url: door.url,
    db,
    tenantId,
    emails,
    password,
    call,
    signIn: async (page, role, path = "/") => {
      const [name = "", value = ""] = (await cookieOf(role)).split("=", 2);
      await page.context().addCookies([{ name, value, url: door.url }]);
      await page.goto(door.url + path);
    },
    shipment: async (changes = {}) => {
      const { shipment } = await call("dispatcher", "POST /api/shipments", {
        mode: "parcel",
        origin: { city: "Bern", countryCode: "CH" },
        destination: { city: "Łódź", countryCode: "PL" },
        ...changes,
      });
      return shipment;
    },
    record: async (shipmentId, event) => {
      const eventAt = new Date().toISOString();
      const body = { city: "Bern", eventAt, ...event };
      await call("dispatcher", `POST /api/shipments/${shipmentId}/events`, body);
    },
    pauseProjector: workers.pauseProjector,
    cutOff: door.cutOff,
    close: async () => {
      await door.close([web, api]);
      await imports.stop();
      await workers.stop();
      await db.drop();
    },
  };
}

const log = createLogger({ service: "console-site", level: "silent" });

type Dispatch = (request: IncomingMessage, response: ServerResponse) => void;

/** The port comes first: the links that the application makes name it. */
async function openDoor() {
  let dispatch: Dispatch = (_request, response) => void response.destroy();
  const server = createEdgeServer((request, response) => dispatch(request, response));
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://localhost:${String(port)}`,
    open: (target: Dispatch) => {
      dispatch = target;
    },
    cutOff: () => {
      const former = dispatch;
      dispatch = (_request, response) => void response.destroy();
      server.closeAllConnections();
      return {
        back: () => {
          dispatch = former;
        },
      };
    },
    close: async (apps: readonly { close(): PromiseLike<unknown> }[]) => {
      server.closeAllConnections();
      await stopServer(server, { apps });
    },
  };
}

async function startWorkers(db: TestDatabase, key: { readonly id: string; readonly key: Buffer }) {
  const pool = db.pool("projector");
  const engine = createPostgresEngine({ pool, log, exclusive: true });
  let projector = await startProjector({ engine, pool, log });
  const sender = createSender({ rules: anyTarget });
  const webhooks = await startWebhooks({
    engine,
    pool: db.pool("webhooks"),
    sender,
    box: createSecretBox([key]),
    retentionDays: 30,
    log,
  });
  return {
    wake: () => {
      projector.wake();
      webhooks.wake();
    },
    wakeDispatch: () => webhooks.wakeDispatch(),
    pauseProjector: async () => {
      await projector.stop();
      return {
        resume: async () => {
          projector = await startProjector({ engine, pool, log });
        },
      };
    },
    stop: async () => {
      await webhooks.stop();
      await sender.close();
      await projector.stop();
      await engine.close();
    },
  };
}

async function makeCompany(db: TestDatabase) {
  const pool = db.pool("web");
  const actor = { kind: "command_line", id: null } as const;
  const tenant = await createTenant(pool, { name: "Alpine Cargo", actor });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  const { tenantId } = tenant;
  const emails = { viewer: "", dispatcher: "", billing: "", admin: "" };
  for (const role of roles) {
    emails[role] = `${role}@alpine.example`;
    const user = { tenantId, email: emails[role], name: `Robin ${role}`, role, password };
    const made = await createUser(pool, user);
    if (made.outcome !== "created") throw new Error(made.reason);
  }
  return { tenantId, emails };
}
