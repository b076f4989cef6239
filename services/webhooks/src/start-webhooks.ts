import {
  type Delivery,
  type EventLogEngine,
  followUnparkRequests,
  LogDamaged,
  type RunningConsumer,
} from "@shipment-tracking/event-log";
import { failpoint } from "@shipment-tracking/failpoints";
import type { Pool } from "@shipment-tracking/postgres";
import type { ConsumerProbe, Logger } from "@shipment-tracking/runtime";
import type { SecretBox } from "@shipment-tracking/secrets";
import { type Dispatcher, startDispatcher } from "./dispatch/dispatcher.ts";
import { readPositions } from "./ingest/claim-positions.ts";
import { ingestDelivery, type IngestSummary } from "./ingest/ingest-delivery.ts";
import { unparkShipment } from "./ingest/unpark-shipment.ts";
import type { WebhookMetrics } from "./metrics.ts";
import { startRetention } from "./retention/retention-loop.ts";
import type { Sender } from "./send/sender.ts";

/** The worker's name in the log. */
export const webhooksConsumer = "webhooks";

export interface WebhooksDeps {
  readonly engine: EventLogEngine;
  /** Connections to the write database with the rights of `tracking_webhooks`. The caller ends the pool, after `stop`. */
  readonly pool: Pool;
  readonly sender: Sender;
  readonly box: SecretBox;
  readonly retentionDays: number;
  readonly log: Logger;
  readonly probe?: ConsumerProbe | undefined;
  readonly metrics?: WebhookMetrics | undefined;
}

export interface Webhooks extends Pick<
  RunningConsumer,
  "assignment" | "lastHeartbeatAt" | "source" | "delivered" | "wake"
> {
  /** Something was put into the queue by a command: a test message, a replay, an endpoint enabled. */
  wakeDispatch(): void;
  readonly dispatcher: Pick<Dispatcher, "inFlight" | "lastLookAt">;
  stop(): Promise<void>;
}

/** Turns the log into messages and sends them, until stopped. Any number of workers share the work. */
export async function startWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { engine, pool, sender, box, log, probe, metrics } = deps;
  const retention = await startRetention({ pool, days: deps.retentionDays, log });
  const dispatcher = startDispatcher({
    pool,
    sender,
    box,
    news: engine.news,
    onMade: (made) => metrics?.made(made),
    onExpired: (leases) => metrics?.expired(leases),
    onCompleted: (summary) => {
      metrics?.completed(summary);
      const { disabled, fenced } = summary;
      for (const endpoint of disabled) log.warn(endpoint, "webhook endpoint disabled");
      if (fenced > 0) log.warn({ fenced }, "webhook results came after their leases had ended");
    },
    onError: (err) => log.warn({ err }, "sending webhooks failed, it will be tried again"),
  });
  const ingest = async ({ batches }: Delivery): Promise<void> => {
    const summary = await ingestDelivery(pool, batches);
    await failpoint("webhooks.after-ingest");
    report(log, summary);
    if (summary.deliveries > 0) dispatcher.wake();
  };
  const member = await engine.consume({
    consumer: webhooksConsumer,
    positions: (parts) => readPositions(pool, parts),
    handle: probe?.observing(ingest) ?? ingest,
    onError: (err) => {
      probe?.failed();
      if (err instanceof LogDamaged) log.error({ err }, "the log is damaged, a part of it waits");
      else log.warn({ err }, "ingest of webhooks failed, it will be tried again");
    },
  });
  probe?.watch(member, engine.news);
  const requests = followRequests(deps, () => dispatcher.wake());
  return {
    assignment: () => member.assignment(),
    lastHeartbeatAt: () => member.lastHeartbeatAt(),
    source: () => member.source(),
    delivered: () => member.delivered(),
    wake: () => member.wake(),
    wakeDispatch: () => dispatcher.wake(),
    dispatcher,
    stop: async () => {
      await requests.stop();
      await member.stop();
      await dispatcher.stop();
      await retention.stop();
    },
  };
}

/** What people ask for in the console: to try a parked shipment again. */
function followRequests(
  { engine, pool, log }: WebhooksDeps,
  wakeDispatch: () => void,
): { stop(): Promise<void> } {
  return followUnparkRequests({
    db: pool,
    consumer: webhooksConsumer,
    news: engine.news,
    unpark: async (streamId) => {
      const result = await unparkShipment(pool, streamId);
      log.info({ streamId, ...result }, "a parked stream was tried again on request");
      wakeDispatch();
    },
    onError: (err) => log.warn({ err }, "requests to unpark streams are tried again"),
  });
}

function report(log: Logger, { parked, ...counts }: IngestSummary): void {
  for (const { record, error } of parked) {
    const { streamId, tenantId, type, part, pos } = record;
    const position = `${String(part)}.${String(pos)}`;
    log.error(
      { streamId, tenantId, eventType: type, position, reason: error },
      "stream parked: it sends no webhooks until its event can be read and it is unparked",
    );
  }
  log.debug(counts, "webhooks ingested");
}
