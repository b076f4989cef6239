import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleServices, type ServiceName } from "../../crash/system/bundle-services.ts";
import { freePorts } from "../../crash/system/free-ports.ts";
import { prepareTenants, type Tenant } from "../../crash/system/prepare-database.ts";
import { ServiceProcess } from "../../crash/system/service-process.ts";
import { startTrackingDatabase, type TrackingDatabase } from "../bench-database.ts";
import type { BenchKafka } from "./kafka.ts";

export type { ServiceName } from "../../crash/system/bundle-services.ts";

/** The whole service as in production: each service a process of its own from one file, on a durable database. */
export interface BenchServices {
  readonly database: TrackingDatabase;
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly tenants: readonly Tenant[];
  readonly pids: ReadonlyMap<ServiceName, number>;
  /** Where each answers `/metrics`. */
  readonly healthUrls: ReadonlyMap<ServiceName, string>;
  stop(): Promise<void>;
}

export interface BenchServicesOptions {
  /** Null: the log is read from its table and no relay runs. */
  readonly kafka: Pick<BenchKafka, "brokers" | "topic"> | null;
  /** A tenant each, with a dispatcher and an API key. */
  readonly tenantNames: readonly string[];
  /** More settings, for all services. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startBenchServices(options: BenchServicesOptions): Promise<BenchServices> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-bench-"));
  chmodSync(directory, 0o755);
  const names = namesOf(options);
  const database = await startTrackingDatabase();
  const processes = new Map<ServiceName, ServiceProcess>();
  const stop = async (): Promise<void> => {
    await Promise.all([...processes.values()].map((one) => one.stop()));
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const files = await bundleServices(new Set(names), directory);
    const tenants = await prepareTenants(database.urls.web, options.tenantNames);
    const ports = await freePorts(2 + names.length);
    const [web = 0, api = 0, ...health] = ports;
    const doors = { web, api };
    for (const [n, name] of names.entries()) {
      const healthPort = health[n] ?? 0;
      processes.set(
        name,
        new ServiceProcess({
          component: name,
          file: files.get(name) ?? "",
          env: {
            ...environmentOf(name, { database, doors, options }),
            ...common(healthPort),
            ...options.settings,
          },
          healthUrl: healthUrlOf(healthPort),
          logFile: join(directory, `${name}.log`),
          onExit: () => undefined,
        }),
      );
    }
    await Promise.all([...processes.values()].map((one) => one.start()));
    return {
      database,
      webUrl: `http://127.0.0.1:${String(web)}`,
      apiUrl: `http://127.0.0.1:${String(api)}`,
      tenants,
      pids: new Map([...processes].map(([name, one]) => [name, one.pid])),
      healthUrls: new Map(names.map((name, n) => [name, healthUrlOf(health[n])])),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function namesOf({ kafka }: BenchServicesOptions): readonly ServiceName[] {
  const always = ["web", "api", "projector", "webhooks"] as const;
  return kafka === null ? always : [...always, "relay"];
}

function common(healthPort: number): Readonly<Record<string, string>> {
  return { HEALTH_PORT: String(healthPort), LOG_LEVEL: "warn" };
}

function healthUrlOf(port = 0): string {
  return `http://127.0.0.1:${String(port)}`;
}

const secretKeys = `bench:${randomBytes(32).toString("base64")}`;

interface Surroundings {
  readonly database: TrackingDatabase;
  readonly doors: Readonly<Record<"web" | "api", number>>;
  readonly options: BenchServicesOptions;
}

function environmentOf(
  name: ServiceName,
  { database: { urls }, doors, options }: Surroundings,
): Readonly<Record<string, string>> {
  const kafka: Readonly<Record<string, string>> =
    options.kafka === null
      ? {}
      : { KAFKA_BROKERS: options.kafka.brokers.join(","), KAFKA_TOPIC: options.kafka.topic };
  switch (name) {
    case "web":
      return {
        WEB_DATABASE_URL: urls.web,
        PUBLIC_URL: `http://127.0.0.1:${String(doors.web)}`,
        API_URL: `http://127.0.0.1:${String(doors.api)}`,
        SECRET_KEYS: secretKeys,
        PORT: String(doors.web),
      };
    case "api":
      return {
        API_DATABASE_URL: urls.api,
        USAGE_DATABASE_URL: urls.usage,
        PORT: String(doors.api),
      };
    case "projector":
      return { PROJECTOR_DATABASE_URL: urls.projector, ...kafka };
    case "relay":
      return { RELAY_DATABASE_URL: urls.relay, ...kafka };
    case "webhooks":
      return { WEBHOOKS_DATABASE_URL: urls.webhooks, SECRET_KEYS: secretKeys, ...kafka };
  }
}
