import { fileURLToPath } from "node:url";
import { type Environment, loadConfig, settings } from "@shipment-tracking/runtime";
import { z } from "zod";
import { parseSecretKeys } from "@shipment-tracking/secrets";
import { mailEnvironment } from "./mail/mail-config.ts";

const schema = z.object({
  WEB_DATABASE_URL: settings.databaseUrl("the write database, in the role tracking_web"),
  PUBLIC_URL: z
    .string()
    .refine(isHttpUrl)
    .describe(
      "the address under which users reach the application, for example https://tracking.example.com",
    ),
  API_URL: z
    .string()
    .refine(isHttpUrl)
    .describe(
      "the address of the read API for the tracking page, for example http://127.0.0.1:8081",
    ),
  SECRET_KEYS: z
    .string()
    .transform((text, context) => {
      const parsed = parseSecretKeys(text);
      if (parsed.ok) return parsed.keys;
      context.addIssue({ code: "custom", message: parsed.reason });
      return z.NEVER;
    })
    .describe(
      "the encryption keys as id:base64,id:base64 (32 bytes each, the first one encrypts), for example made with `openssl rand -base64 32`",
    ),
  CONSOLE_DIR: z
    .string()
    .default(fileURLToPath(new URL("../../../dist/console", import.meta.url)))
    .describe("the directory of the built console, as `npm run console:build` makes it"),
  ...mailEnvironment,
  ...settings.webhookTargets(),
  HOST: settings.host(),
  PORT: settings.port(3000),
  HEALTH_HOST: settings.host(),
  HEALTH_PORT: settings.port(9000),
  LOG_LEVEL: settings.logLevel(),
  TRUST_PROXY: settings.trustProxy(),
});

export type WebConfig = z.output<typeof schema>;

/** @throws ConfigurationError naming every wrong setting with its remedy. */
export function loadWebConfig(env: Environment): WebConfig {
  return loadConfig(schema, env);
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
