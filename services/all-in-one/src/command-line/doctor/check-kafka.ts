import { createKafkaEngine, type KafkaConnection, readBacklog } from "@shipment-tracking/event-log";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { readPublished, relayConsumer } from "@shipment-tracking/relay-service";
import { ConfigurationError } from "@shipment-tracking/runtime";
import { readSettings } from "../../config.ts";
import type { Environment } from "../connection.ts";
import { type Check, fail, ok } from "./check.ts";
import { checkHeartbeat } from "./check-heartbeat.ts";
import { judgeBacklog } from "./judge-backlog.ts";

/** The brokers that the environment names; null for none, or when the settings are wrong, of which another check tells. */
export function kafkaOf(env: Environment): KafkaConnection | null {
  try {
    return readSettings(env, { simulator: true }).kafka;
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/** Whether the brokers answer and the topic is as it has to be. */
export async function checkBrokers(pool: Pool, connection: KafkaConnection): Promise<Check> {
  const brokers = connection.brokers.join(", ");
  const engine = createKafkaEngine({ pool, connection });
  try {
    await engine.ready();
    return ok("kafka", `The brokers answer (${brokers}), the topic ${connection.topic} is ready.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      "kafka",
      `${why} (${brokers}).`,
      why.includes("partitions instead")
        ? "Set KAFKA_TOPIC to a name that is not taken: the relay makes a topic with 64 partitions."
        : "Start the brokers and a relay, or correct KAFKA_BROKERS and KAFKA_SASL_…: until then readers take the log's table.",
    );
  } finally {
    await engine.close();
  }
}

const heartbeat = {
  check: "relay_heartbeat",
  consumer: relayConsumer,
  title: "relay",
  remedy:
    "Start the relay, or npm start with KAFKA_BROKERS: until then readers take the log's table.",
} as const;

/** Whether a relay runs, and how far the topic is behind the log. `db`: relay or owner. */
export async function checkRelay(
  db: Queryable,
  { topic }: KafkaConnection,
): Promise<readonly Check[]> {
  return [
    await checkHeartbeat(db, heartbeat),
    judgeBacklog(await readBacklog(db, await readPublished(db, topic)), {
      check: "relay_lag",
      none: "The topic has everything that was committed.",
      participle: "published",
      remedy: "Look for errors of the relay in its log; wait if it is working through an import.",
    }),
  ];
}
