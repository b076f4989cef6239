import { Kafka, type LogEntry, logLevel } from "kafkajs";
import kafkajsPackage from "kafkajs/package.json" with { type: "json" };
import RequestQueue from "kafkajs/src/network/requestQueue/index.js";
import crc32C from "kafkajs/src/protocol/recordBatch/crc32C/index.js";
import protocol from "kafkajs/src/protocol/requests/index.js";
import type { KafkaConnection } from "./connection.ts";
import { CuttableSockets } from "./cuttable-sockets.ts";
import { fetchWaits, patchFetchWait } from "./fetch-wait.ts";
import { patchIdleLoop } from "./idle-loop.ts";
import type { RateLimitedLog } from "./kafka-log.ts";
import { patchProduceRequest } from "./produce-request.ts";

export type { Admin, Consumer, EachBatchPayload, RecordMetadata } from "kafkajs";

const { version } = kafkajsPackage;
export const isIdleLoopPatched = patchIdleLoop(RequestQueue.prototype, version);
export const isFetchWaitPatched = patchFetchWait(protocol.requests.Fetch, fetchWaits, version);
export const isProduceRequestPatched = patchProduceRequest(
  protocol.requests.Produce,
  crc32C,
  version,
);

/** An attempt is given up soon: whoever needs the brokers tries again with a fresh client, which knows nothing of the old ones. */
export const retry = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 };
/** Ms for the brokers to answer a request. */
export const requestTimeout = 5_000;
/** How long brokers may take to be told of a goodbye. */
const goodbyeMs = 500;

/** A kafkajs client of its own for each purpose and attempt: `close` leaves nothing of it behind. */
export class KafkaClient {
  readonly topic: string;
  readonly kafka: Kafka;
  readonly #sockets = new CuttableSockets();

  constructor(connection: KafkaConnection, log: RateLimitedLog) {
    this.topic = connection.topic;
    this.kafka = new Kafka({
      // an empty list is the one error that ends all attempts to connect
      brokers: () => (this.#sockets.isCut ? [] : [...connection.brokers]),
      clientId: connection.clientId ?? "shipment-tracking",
      ...(connection.ssl ? { ssl: {} } : {}),
      ...(connection.sasl === null ? {} : { sasl: saslOf(connection.sasl) }),
      connectionTimeout: 1_000,
      authenticationTimeout: 2_000,
      requestTimeout,
      retry,
      socketFactory: (target) => this.#sockets.open(target),
      logLevel: logLevel.WARN,
      logCreator: () => (entry) => {
        if (!this.#sockets.isCut) report(log, entry);
      },
    });
  }

  get isClosed(): boolean {
    return this.#sockets.isCut;
  }

  /** As after a SIGKILL: the brokers hear no goodbye. */
  cut(): void {
    this.#sockets.cut();
  }

  /** Says goodbye by `disconnect` if the brokers listen, then cuts what is left. Never rejects. */
  async close(disconnect: () => Promise<void>): Promise<void> {
    const goodbye = disconnect().catch(() => undefined);
    await Promise.race([goodbye, after(goodbyeMs)]);
    this.#sockets.cut();
    await Promise.race([goodbye, after(goodbyeMs)]);
  }
}

function saslOf({ mechanism, username, password }: NonNullable<KafkaConnection["sasl"]>) {
  const login = { username, password };
  switch (mechanism) {
    case "plain":
      return { mechanism, ...login };
    case "scram-sha-256":
      return { mechanism, ...login };
    case "scram-sha-512":
      return { mechanism, ...login };
  }
}

/** What fails for good is told by whoever needed it; the steps to there are for whoever looks for the cause. */
function report(log: RateLimitedLog, { namespace, log: { message, ...rest } }: LogEntry): void {
  const { broker, groupId, error } = rest;
  log.debug(`Kafka client: ${message}`, { namespace, broker, groupId, error: text(error) });
}

const startingUp: readonly unknown[] = [
  "UNKNOWN_TOPIC_OR_PARTITION",
  "LEADER_NOT_AVAILABLE",
  "NOT_LEADER_FOR_PARTITION",
  "GROUP_LOAD_IN_PROGRESS",
  "GROUP_COORDINATOR_NOT_AVAILABLE",
  "NOT_COORDINATOR_FOR_GROUP",
];

/** True for what brokers answer while a topic or a group's coordinator is being made. */
export function isStartingUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("type" in error && startingUp.includes(error.type)) return true;
  return isStartingUp(error.cause);
}

function text(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  return error instanceof Error ? error.message : undefined;
}

/** A wait that keeps no process alive. */
function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
