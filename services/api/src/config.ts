import { loadConfig, settings, type Environment } from "@shipment-tracking/runtime";
import { z } from "zod";

/** Room for kept answers, in MiB in the environment and in bytes here; all-in-one reads the same. */
export const cacheSetting = () =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform((text) => Number(text) * mebibyte)
    .default(64 * mebibyte)
    .describe("how many MiB of finished answers the read API may keep, 0 for none, for example 64");

const mebibyte = 1_048_576;

const schema = z.object({
  API_DATABASE_URL: settings.databaseUrl("the read database with the role that can only read"),
  USAGE_DATABASE_URL: settings
    .databaseUrl("the database with the role that records the use of API keys")
    .optional(),
  API_CACHE_MB: cacheSetting(),
  HOST: settings.host(),
  PORT: settings.port(3001),
  HEALTH_HOST: settings.host(),
  HEALTH_PORT: settings.port(9001),
  LOG_LEVEL: settings.logLevel(),
  TRUST_PROXY: settings.trustProxy(),
});

export type ApiConfig = z.output<typeof schema>;

/** @throws ConfigurationError naming every setting that is missing or wrong. */
export function loadApiConfig(env: Environment): ApiConfig {
  return loadConfig(schema, env);
}
