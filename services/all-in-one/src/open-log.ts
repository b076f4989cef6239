import { createEngine, type EventLogEngine } from "@shipment-tracking/event-log";
import { readRelayLag, relayConsumer, startRelay } from "@shipment-tracking/relay-service";
import {
  checkConsumer,
  createRelayMetrics,
  type Logger,
  type PrivatePort,
} from "@shipment-tracking/runtime";
import type { Settings } from "./config.ts";
import type { RolePools } from "./database/role-pools.ts";
import type { Shutdown } from "./shutdown.ts";

export interface LogOptions {
  readonly settings: Settings;
  readonly pools: RolePools;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly privatePort: PrivatePort;
}

export interface Log {
  /** For the readers of this process. */
  readonly engine: EventLogEngine;
  /** Tells the relay, where there is one, that something was committed. */
  wake(): void;
}

/** The log as its readers see it: its table, or with KAFKA_BROKERS the topic, which a relay in this process fills. */
export async function openLog(options: LogOptions): Promise<Log> {
  const { settings, pools, log, shutdown } = options;
  const { kafka } = settings;
  const reading = readingOf(settings);
  const engine = createEngine({ pool: pools.projector, kafka, log, ...reading });
  shutdown.add("event log", () => engine.close());
  if (kafka === null) return { engine, wake: () => undefined };
  const { consumers, registry, check } = options.privatePort;
  const relay = await startRelay({
    connection: kafka,
    pool: pools.relay,
    log,
    probe: consumers.add(relayConsumer, () => readRelayLag(pools.relay, kafka.topic)),
    metrics: createRelayMetrics(registry),
    ...reading,
  });
  shutdown.add("relay", () => relay.stop());
  // not the brokers: without them the readers take the table
  check("relay", checkConsumer(relay));
  return { engine, wake: () => relay.wake() };
}

/**
 * Nobody else uses the embedded database: a start after a kill need not wait for the dead one's leases, commands of this
 * process wake the engine, and polls are only for what the command line writes.
 */
function readingOf({ databaseUrl }: Settings): { exclusive: boolean; pollMaxMs: number } {
  const exclusive = databaseUrl === null;
  return { exclusive, pollMaxMs: exclusive ? 250 : 50 };
}
