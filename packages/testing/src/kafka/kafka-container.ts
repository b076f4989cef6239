import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { startControl } from "./control-process.ts";

export interface RunningBroker {
  readonly brokers: readonly string[];
  readonly version: string;
  stop(): Promise<void>;
}

/** The official image, or another that takes the same variables. */
export function kafkaImage(env: NodeJS.ProcessEnv = process.env): string {
  return env["KAFKA_IMAGE"] || "apache/kafka:4.3.1";
}

/** Why no container can be started here; null when a Docker engine answers and has the image, or may pull it (`mayPull`). */
export async function containerReason(mayPull: boolean): Promise<string | null> {
  const { DOCKER_HOST } = process.env;
  // testcontainers takes half a second to load, in vain on most machines without Docker
  if (!DOCKER_HOST && !existsSync("/var/run/docker.sock")) return "no Docker engine answers";
  const { getContainerRuntimeClient, ImageName } = await import("testcontainers");
  try {
    const client = await getContainerRuntimeClient();
    const image = ImageName.fromString(kafkaImage());
    if (await client.image.exists(image)) return null;
    if (!mayPull) return `the Docker engine has no image ${kafkaImage()}`;
    await client.image.pull(image);
    return null;
  } catch (error) {
    return `no Docker engine answers with the image ${kafkaImage()} (${sentenceOf(error)})`;
  }
}

/** One node in a container. The port of the host is chosen first, for the broker tells its clients the address to come back to. */
export async function startKafkaContainer(): Promise<RunningBroker> {
  const { GenericContainer } = await import("testcontainers");
  const port = await freePort();
  const container = await new GenericContainer(kafkaImage())
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment(settings(port))
    // 5 s on an idle machine; a test that waits is better than one that is skipped
    .withStartupTimeout(180_000)
    .start();
  const stop = async (): Promise<void> => {
    await container.stop({ timeout: 0 });
  };
  try {
    await untilAnswering(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    brokers: [`127.0.0.1:${String(port)}`],
    version: kafkaImage(),
    stop,
  };
}

/** The port of the host is open before a broker is behind it. */
async function untilAnswering(port: number): Promise<void> {
  const control = startControl(() => undefined);
  try {
    await control.ask({ action: "waitFor", options: { port } });
  } finally {
    await control.end();
  }
}

function settings(port: number): Record<string, string> {
  return {
    // the official image has a default, others need it: 16 bytes in base64url
    CLUSTER_ID: "c2hpcG1lbnR0cmFja2luZw",
    KAFKA_NODE_ID: "1",
    KAFKA_PROCESS_ROLES: "broker,controller",
    KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
    KAFKA_LISTENERS: "PLAINTEXT://:9092,CONTROLLER://:9093",
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${String(port)}`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
    KAFKA_INTER_BROKER_LISTENER_NAME: "PLAINTEXT",
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: "false",
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
    KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: "4",
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: "1",
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: "1",
    KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR: "1",
    KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR: "1",
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
