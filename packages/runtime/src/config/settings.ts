import { z } from "zod";
import { kafkaEnvironment } from "./kafka-settings.ts";
import { webhookTargetEnvironment } from "./webhook-settings.ts";

/** Settings that several processes share, to be put into the schema of `loadConfig`. Each description is the remedy that an error names. */
export const settings = {
  port: (fallback: number) => portNumber().default(fallback).describe(portDescription),
  /** A port that is opened only when it is asked for. */
  optionalPort: () => portNumber().optional().describe(portDescription),
  host: (fallback = "127.0.0.1") =>
    z
      .string()
      .regex(/^[0-9A-Za-z.:_-]+$/)
      .default(fallback)
      .describe("the address to listen on, for example 127.0.0.1, or 0.0.0.0 for every interface"),
  logLevel: () =>
    z
      .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
      .default("info")
      .describe("one of trace, debug, info, warn, error, fatal, silent"),
  databaseUrl: (purpose: string) =>
    z
      .string()
      .refine(isPostgresUrl)
      .describe(
        `the address of ${purpose}, for example postgres://user:password@127.0.0.1:5432/database`,
      ),
  /** All settings of Kafka, to be spread into a schema; `kafkaConnection` reads them. */
  kafka: kafkaEnvironment,
  /** Which webhook targets are allowed, to be spread into a schema. */
  webhookTargets: webhookTargetEnvironment,
  trustProxy: () =>
    z
      .string()
      .transform((list) => list.split(",").map((entry) => entry.trim()))
      .refine((entries) => entries.every((entry) => proxyAddress.test(entry)))
      .optional()
      .describe(
        "the exact addresses or networks of the proxies in front, separated by commas, for example 10.0.0.5,10.1.0.0/16",
      ),
};

const portDescription = "a port number between 0 (any free port) and 65535";

function portNumber() {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535);
}

// addresses and networks only: a word such as "true" would trust whatever a client claims
const proxyAddress =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|[0-9a-fA-F]*:[0-9a-fA-F:.]+(?:\/\d{1,3})?|loopback)$/;

function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === "postgres:" || protocol === "postgresql:";
}
