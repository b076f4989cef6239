import { loadConfig, settings, type Environment } from "@shipment-tracking/runtime";
import { z } from "zod";

const schema = z.object({
  PROJECTOR_DATABASE_URL: settings.databaseUrl("the read database with the projector's role"),
  LOG_DATABASE_URL: settings
    .databaseUrl("the write database, where the log is, with the projector's role")
    .optional(),
  ...settings.kafka(),
  HEALTH_HOST: settings.host(),
  HEALTH_PORT: settings.port(9002),
  LOG_LEVEL: settings.logLevel(),
});

export type ProjectorConfig = z.output<typeof schema>;

/** @throws ConfigurationError naming every setting that is missing or wrong. */
export function loadProjectorConfig(env: Environment): ProjectorConfig {
  return loadConfig(schema, env);
}
