import { loadConfig, settings, type Environment } from "@shipment-tracking/runtime";
import { z } from "zod";

const schema = z.object({
  API_DATABASE_URL: settings.databaseUrl("the read database with the role that can only read"),
  USAGE_DATABASE_URL: settings
    .databaseUrl("the database with the role that records the use of API keys")
    .optional(),
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
