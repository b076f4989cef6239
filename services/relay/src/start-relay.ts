import {
  createPostgresEngine,
  type Delivery,
  type EventLogEngine,
  type KafkaConnection,
  LogDamaged,
  type RunningConsumer,
  Superseded,
} from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import type { ConsumerProbe, Logger, RelayMetrics } from "@shipment-tracking/runtime";
import { createPublisher, endingWith, type Publisher } from "./publisher.ts";
import { Relaying } from "./relaying.ts";
import { createTroubleLog, type TroubleLog } from "./trouble-log.ts";

/** The relay's name among the readers of the log. */
export const relayConsumer = "relay";

export interface RelayOptions {
  readonly connection: KafkaConnection;
  /** Connections to the write database with the rights of `tracking_relay`. The caller ends the pool, after `stop`. */
  readonly pool: Pool;
  readonly log: Logger;
  /** As for the engine of the log. */
  readonly exclusive?: boolean;
  readonly pollMaxMs?: number;
  readonly leaseMs?: number;
  /** How often the topic's ends are compared with what was acknowledged; default 10,000. */
  readonly compareEveryMs?: number;
  /** Is told of each delivery and failure, and watches the member. */
  readonly probe?: ConsumerProbe;
  readonly metrics?: RelayMetrics;
  /** Default: Kafka. */
  readonly publisher?: Publisher;
}

export interface Relay extends Pick<
  RunningConsumer,
  "assignment" | "lastHeartbeatAt" | "source" | "delivered" | "wake" | "stop"
> {
  /** Resolves when the brokers answer and the topic can be written; rejects after 1 s at the latest. */
  ready(): Promise<void>;
}

// a record is about 1 kB: some MB a request, while the engine bounds the bytes of longer ones
const maxRecordsPerRequest = 2_000;

/** Publishes the log to Kafka until stopped. Any number of relays share the parts; one owns each. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { pool, log, metrics, probe, compareEveryMs = 10_000 } = options;
  const engine = createPostgresEngine(options);
  const stopping = new AbortController();
  const publisher = endingWith(stopping.signal, options.publisher ?? createPublisher(options));
  const trouble = createTroubleLog(log);
  const relaying = new Relaying({ pool, log, publisher, trouble, metrics });
  const consumer = await consume(engine, relaying, { log, trouble, probe });
  probe?.watch(consumer, engine.news);
  const timer = setInterval(() => void relaying.compare(consumer), compareEveryMs);
  return {
    assignment: () => consumer.assignment(),
    lastHeartbeatAt: () => consumer.lastHeartbeatAt(),
    source: () => consumer.source(),
    delivered: () => consumer.delivered(),
    wake: () => consumer.wake(),
    ready: () => publisher.ready(),
    stop: async () => {
      clearInterval(timer);
      stopping.abort(new Superseded([]));
      await consumer.stop();
      await relaying.settled();
      await engine.close();
      await publisher.close();
    },
  };
}

interface Observers {
  readonly log: Logger;
  readonly trouble: TroubleLog;
  readonly probe: ConsumerProbe | undefined;
}

function consume(
  engine: EventLogEngine,
  relaying: Relaying,
  { log, trouble, probe }: Observers,
): Promise<RunningConsumer> {
  const publish = (delivery: Delivery): Promise<void> => relaying.publish(delivery);
  return engine.consume({
    consumer: relayConsumer,
    maxRecords: maxRecordsPerRequest,
    positions: (parts) => relaying.positions(parts),
    handle: probe?.observing(publish) ?? publish,
    onError: (error) => {
      probe?.failed();
      if (error instanceof LogDamaged) {
        log.error({ err: error }, "the log is damaged, a part of it is not published");
        return;
      }
      relaying.doubt();
      trouble.met(error);
    },
  });
}
