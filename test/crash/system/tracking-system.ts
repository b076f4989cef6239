import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPool, type Pool, type RoleName } from "@shipment-tracking/postgres";
import type { Exit } from "../history/history.ts";
import { bundleServices } from "./bundle-services.ts";
import { freePorts } from "./free-ports.ts";
import { startPostgresServer, type PostgresServer } from "./postgres-server.ts";
import { prepareDatabase, prepareTenants, type Tenant } from "./prepare-database.ts";
import { ServiceProcess } from "./service-process.ts";

export interface SystemOptions {
  /** Brokers and topic; null: the projector reads the log from PostgreSQL and no relay runs. */
  readonly kafka: { readonly brokers: readonly string[]; readonly topic: string } | null;
  /** Members of the projector that share the parts, 1 or 2. */
  readonly projectors: 1 | 2;
  onExit(exit: Exit): void;
}

export type ProcessName = "web" | "api" | "projector" | "projector-2" | "relay";

/** The whole service, every part a process of its own, on a database of its own. */
export interface TrackingSystem {
  readonly directory: string;
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly tenants: readonly Tenant[];
  readonly postgres: PostgresServer;
  readonly processes: ReadonlyMap<ProcessName, ServiceProcess>;
  /** The superuser's connections to the service's database. */
  readonly db: Pool;
  /** Ends everything; the directory is kept when `keepFiles`. */
  stop(options?: { readonly keepFiles?: boolean }): Promise<void>;
}

export async function startTrackingSystem(options: SystemOptions): Promise<TrackingSystem> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-crash-"));
  // root's PostgreSQL runs as another user, which has to get in
  chmodSync(directory, 0o755);
  const names = namesOf(options);
  const files = await bundleServices(new Set(names.map(serviceOf)), directory);
  const postgres = await startPostgresServer(directory, options.onExit);
  const db = createPool({
    url: postgres.url,
    applicationName: "crash-harness",
    max: 3,
    statementTimeoutMs: 30_000,
  });
  const processes = new Map<ProcessName, ServiceProcess>();
  const stop = async (): Promise<void> => {
    await Promise.all([...processes.values()].map((process) => process.stop()));
    await db.end();
    await postgres.stop();
  };
  try {
    const urls = await prepareDatabase(postgres.url);
    const tenants = await prepareTenants(urls.web, ["alpine", "nordic"]);
    const doors = await assignPorts();
    for (const name of names) {
      const file = files.get(serviceOf(name)) ?? "";
      const process = describe(name, { doors, urls, file, directory, options });
      processes.set(name, process);
    }
    await Promise.all([...processes.values()].map((process) => process.start()));
    const { webUrl, apiUrl } = doors;
    return {
      directory,
      webUrl,
      apiUrl,
      tenants,
      postgres,
      processes,
      db,
      stop: async ({ keepFiles = false } = {}) => {
        await stop();
        if (!keepFiles) rmSync(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function namesOf({ kafka, projectors }: SystemOptions): readonly ProcessName[] {
  return [
    "web",
    "api",
    "projector",
    ...(projectors === 2 ? (["projector-2"] as const) : []),
    ...(kafka === null ? [] : (["relay"] as const)),
  ];
}

type Service = Exclude<ProcessName, "projector-2">;

function serviceOf(name: ProcessName): Service {
  return name === "projector-2" ? "projector" : name;
}

interface Doors {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly ports: Readonly<Record<"web" | "api", number>>;
  readonly healthPorts: Readonly<Record<ProcessName, number>>;
}

async function assignPorts(): Promise<Doors> {
  const [web = 0, api = 0, ...health] = await freePorts(7);
  const [webHealth = 0, apiHealth = 0, projector = 0, relay = 0, second = 0] = health;
  return {
    webUrl: `http://127.0.0.1:${String(web)}`,
    apiUrl: `http://127.0.0.1:${String(api)}`,
    ports: { web, api },
    healthPorts: { web: webHealth, api: apiHealth, projector, "projector-2": second, relay },
  };
}

interface Described {
  readonly doors: Doors;
  readonly urls: Readonly<Record<RoleName, string>>;
  readonly file: string;
  readonly directory: string;
  readonly options: SystemOptions;
}

const secretKeys = `crash:${randomBytes(32).toString("base64")}`;

function describe(name: ProcessName, described: Described): ServiceProcess {
  const { doors, file, directory, options } = described;
  const healthPort = String(doors.healthPorts[name]);
  return new ServiceProcess({
    component: serviceOf(name),
    file,
    env: {
      HEALTH_PORT: healthPort,
      LOG_LEVEL: "info",
      ...environmentOf(serviceOf(name), described),
    },
    healthUrl: `http://127.0.0.1:${healthPort}`,
    ...(name === "web" ? { doorUrl: `${doors.webUrl}/api/auth/me` } : {}),
    ...(name === "api" ? { doorUrl: `${doors.apiUrl}/api/v1/shipments` } : {}),
    logFile: join(directory, `${name}.log`),
    onExit: options.onExit,
  });
}

function environmentOf(
  name: Service,
  { doors, urls, options }: Described,
): Readonly<Record<string, string>> {
  const kafka: Readonly<Record<string, string>> =
    options.kafka === null
      ? {}
      : { KAFKA_BROKERS: options.kafka.brokers.join(","), KAFKA_TOPIC: options.kafka.topic };
  switch (name) {
    case "web":
      return {
        WEB_DATABASE_URL: urls.web,
        PUBLIC_URL: doors.webUrl,
        API_URL: doors.apiUrl,
        SECRET_KEYS: secretKeys,
        PORT: String(doors.ports.web),
      };
    case "api":
      return {
        API_DATABASE_URL: urls.api,
        USAGE_DATABASE_URL: urls.usage,
        PORT: String(doors.ports.api),
      };
    case "projector":
      return { PROJECTOR_DATABASE_URL: urls.projector, ...kafka };
    case "relay":
      return { RELAY_DATABASE_URL: urls.relay, ...kafka };
  }
}
