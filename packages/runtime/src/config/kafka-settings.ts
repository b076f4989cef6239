import { z } from "zod";
import { ConfigurationError } from "./configuration-error.ts";

/** How the Kafka brokers are reached, as the event log takes it. */
export interface KafkaAddress {
  /** `host:port` of one or more brokers. */
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly ssl: boolean;
  readonly sasl: {
    readonly mechanism: SaslMechanism;
    readonly username: string;
    readonly password: string;
  } | null;
}

const mechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const;

type SaslMechanism = (typeof mechanisms)[number];

/** The part of a schema for `loadConfig` with which a process can use Kafka; `kafkaConnection` reads the result. */
export function kafkaEnvironment() {
  return {
    KAFKA_BROKERS: z
      .string()
      .transform((list) => list.split(",").map((entry) => entry.trim()))
      .refine((brokers) => brokers.every(isBroker))
      .optional()
      .describe(
        "the addresses of Kafka brokers as host:port, separated by commas, for example kafka-1:9092,kafka-2:9092",
      ),
    KAFKA_TOPIC: z
      .string()
      // what Kafka itself allows
      .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/)
      .default("shipment-tracking.events")
      .describe("the name of a topic: up to 249 letters, digits, dots, underscores and hyphens"),
    KAFKA_SSL: z
      .stringbool({ truthy: ["true", "on", "yes", "1"], falsy: ["false", "off", "no", "0"] })
      .default(false)
      .describe("true (the brokers speak TLS) or false"),
    KAFKA_SASL_MECHANISM: z
      .enum(mechanisms)
      .optional()
      .describe(`how the brokers ask for a password: ${mechanisms.join(", ")}`),
    KAFKA_SASL_USERNAME: z.string().optional().describe("the user that the brokers know"),
    KAFKA_SASL_PASSWORD: z.string().optional().describe("the password of KAFKA_SASL_USERNAME"),
  };
}

export type KafkaEnvironment = z.output<z.ZodObject<ReturnType<typeof kafkaEnvironment>>>;

/**
 * The brokers to use; null without KAFKA_BROKERS: the log is then read from its table.
 *
 * @throws ConfigurationError when KAFKA_SASL_… is set by half.
 */
export function kafkaConnection(config: KafkaEnvironment): KafkaAddress | null {
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC: topic, KAFKA_SSL: ssl } = config;
  const sasl = saslOf(config);
  return brokers === undefined ? null : { brokers, topic, ssl, sasl };
}

function saslOf(config: KafkaEnvironment): KafkaAddress["sasl"] {
  const {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  } = config;
  if (mechanism !== undefined && username !== undefined && password !== undefined) {
    return { mechanism, username, password };
  }
  const given = { mechanism, username, password };
  const isSet = (value: string | undefined): boolean => value !== undefined;
  if (!Object.values(given).some(isSet)) return null;
  const missing = Object.entries(given)
    .filter(([, value]) => value === undefined)
    .map(([name]) => `KAFKA_SASL_${name.toUpperCase()}`);
  throw new ConfigurationError([
    `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing: set KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD (or KAFKA_SASL_PASSWORD_FILE), or none of them.`,
  ]);
}

/** `host:port` or `[::1]:port`. */
function isBroker(address: string): boolean {
  const port = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(address)?.[1];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}
