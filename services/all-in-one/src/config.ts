import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  ConfigurationError,
  type KafkaAddress,
  kafkaConnection,
  loadConfig,
  settings,
  type LogLevel,
} from "@shipment-tracking/runtime";
import { cacheSetting } from "@shipment-tracking/api-service";
import { mailEnvironment, type MailSettings, smtpSettings } from "@shipment-tracking/web-service";
import { targetRulesOf } from "@shipment-tracking/webhooks";
import { webhookEnvironment } from "@shipment-tracking/webhooks-service";
import { z } from "zod";

/** What `npm start` can be told; README lists the same. */
const schema = z.object({
  PORT: settings.port(8080),
  HOST: settings.host("127.0.0.1"),
  HEALTH_PORT: settings.optionalPort(),
  HEALTH_HOST: settings.host("127.0.0.1"),
  DATA_DIR: z.string().default("./data").describe("a directory for the database, secrets and logs"),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin)
    .optional()
    .describe(
      "the address that browsers use, without a path, for example https://tracking.example.com",
    ),
  DATABASE_URL: settings.databaseUrl("a PostgreSQL database (version 15 to 18)").optional(),
  CONSOLE_DIR: z
    .string()
    .default(fileURLToPath(new URL("../../../dist/console", import.meta.url)))
    .describe("the directory of the built console"),
  API_CACHE_MB: cacheSetting(),
  ...settings.kafka(),
  DEMO: onOrOff(true).describe("true (demo data and a simulator) or false (an empty service)"),
  SIMULATOR: onOrOff(true).describe("on or off"),
  TRUST_PROXY: settings.trustProxy(),
  ...mailEnvironment,
  ...webhookEnvironment,
  LOG_LEVEL: settings.logLevel(),
});

export interface Settings {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Where `/healthz`, `/readyz` and `/metrics` are answered; port null: nowhere. */
  readonly health: { readonly host: string; readonly port: number | null };
  /** Absolute path. */
  readonly dataDir: string;
  /** Null: `http://localhost:<port>`, once the port is known. */
  readonly publicUrl: string | null;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Null: the log is read from its table. */
  readonly kafka: KafkaAddress | null;
  /** Most bytes of answers that the read API keeps. */
  readonly cacheBytes: number;
  readonly demo: boolean;
  readonly simulator: boolean;
  /** Addresses of the proxies in front; undefined: none. */
  readonly trustProxy: readonly string[] | undefined;
  /** Null: no mail server. With the sender's address at `publicUrl` unless it is set. */
  mail(publicUrl: string): Extract<MailSettings, { kind: "smtp" }> | null;
  /** Absolute path of the built console. */
  readonly consoleDir: string;
  readonly webhooks: WebhookSettings;
  readonly logLevel: LogLevel;
}

export interface WebhookSettings {
  /** Which targets are allowed besides public https ones. */
  readonly rules: ReturnType<typeof targetRulesOf>;
  readonly retentionDays: number;
}

/** Reads the environment. Throws a ConfigurationError with a sentence per wrong setting. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: { readonly simulator: boolean },
): Settings {
  const config = loadConfig(schema, env);
  const { PUBLIC_URL, DATABASE_URL, DEMO } = config;
  return {
    port: config.PORT,
    host: config.HOST,
    health: { host: config.HEALTH_HOST, port: config.HEALTH_PORT ?? null },
    dataDir: resolve(config.DATA_DIR),
    publicUrl: PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin,
    databaseUrl: DATABASE_URL ?? null,
    kafka: kafkaConnection(config),
    cacheBytes: config.API_CACHE_MB,
    demo: DEMO,
    simulator: DEMO && config.SIMULATOR && flags.simulator,
    trustProxy: config.TRUST_PROXY,
    mail: (publicUrl) => smtpSettings({ ...config, publicUrl }) ?? null,
    consoleDir: resolve(config.CONSOLE_DIR),
    webhooks: { rules: targetRulesOf(config), retentionDays: config.WEBHOOK_RETENTION_DAYS },
    logLevel: config.LOG_LEVEL,
  };
}

/** Reads the command line of `npm start -- …`. */
export function readFlags(argv: readonly string[]): { readonly simulator: boolean } {
  const unknown = argv.find((argument) => argument !== "--no-simulator");
  if (unknown !== undefined) {
    throw new ConfigurationError([
      `Unknown option ${unknown}: the only one is --no-simulator (npm start -- --no-simulator); settings are environment variables, for example PORT=9000 npm start.`,
    ]);
  }
  return { simulator: !argv.includes("--no-simulator") };
}

/** Where browsers reach a server that listens on `host` and `port`, unless PUBLIC_URL says so. */
export function defaultPublicUrl(host: string, port: number): string {
  const everywhere = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host);
  const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${String(port)}`;
}

function onOrOff(fallback: boolean) {
  return z
    .stringbool({ truthy: ["true", "on", "yes", "1"], falsy: ["false", "off", "no", "0"] })
    .default(fallback);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  const bare = pathname === "/" && search === "" && hash === "" && username === "";
  return (protocol === "http:" || protocol === "https:") && bare;
}
