import {
  ConfigurationError,
  type Environment,
  type KafkaAddress,
  kafkaConnection,
  loadConfig,
  type LogLevel,
  settings,
} from "@shipment-tracking/runtime";
import { z } from "zod";

const kafka = settings.kafka();

const schema = z.object({
  RELAY_DATABASE_URL: settings.databaseUrl(
    "the write database, where the log is, with the relay's role",
  ),
  ...kafka,
  HEALTH_HOST: settings.host(),
  HEALTH_PORT: settings.port(9003),
  LOG_LEVEL: settings.logLevel(),
});

export interface RelayConfig {
  readonly databaseUrl: string;
  readonly kafka: KafkaAddress;
  readonly healthHost: string;
  readonly healthPort: number;
  readonly logLevel: LogLevel;
}

/** @throws ConfigurationError naming every setting that is missing or wrong. */
export function loadRelayConfig(env: Environment): RelayConfig {
  const config = loadConfig(schema, env);
  const connection = kafkaConnection(config);
  if (connection === null) {
    const remedy = kafka.KAFKA_BROKERS.description ?? "";
    throw new ConfigurationError([`KAFKA_BROKERS is missing: set it to ${remedy}.`]);
  }
  return {
    databaseUrl: config.RELAY_DATABASE_URL,
    kafka: connection,
    healthHost: config.HEALTH_HOST,
    healthPort: config.HEALTH_PORT,
    logLevel: config.LOG_LEVEL,
  };
}
