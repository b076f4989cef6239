import { formatPosition } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import {
  type AddressedDelivery,
  explainDeliveries,
  listDeliveriesOfMessages,
  listNewestAttempts,
  type ShortAttempt,
  type Waiting,
} from "@shipment-tracking/webhooks";
import { deliveryAnswer } from "../webhooks/delivery-answer.ts";
import { readAppliedTimes } from "./read-applied-times.ts";
import { readStreamProgress, type StreamProgress } from "./read-progress.ts";
import { readTracedEvents, type TracedEvent, type TracePage } from "./read-traced-events.ts";
import { announcedStep, projectedStep, relayedStep } from "./way-of-event.ts";

const maxDeliveries = 500;
const attemptsShown = 10;
/** The log has the time of the command's process, messages that of the database. */
const clockSlackMs = 3_600_000;

/** What became of each event of the tenant's shipment on its way to readers and receivers, the newest event first. */
export async function traceShipment(db: Queryable, tenantId: TenantId, page: TracePage) {
  const events = await readTracedEvents(db, tenantId, page);
  const [first] = events;
  if (first === undefined) return [];
  const { part } = first;
  // deliveries before the positions: what is told of the positions then covers them
  const sent = await readSent(db, tenantId, events);
  const progress = await readStreamProgress(db, { id: page.shipmentId, part });
  const times = await readAppliedTimes(db, part);
  return events.map((event) => {
    const deliveries = sent.deliveries.filter(({ messageId }) => messageId === event.id);
    return {
      ...eventAnswer(event),
      relayed: relayedStep(event, progress.relay),
      projected: projectedStep(event, progress.projector, times),
      announced: announced(event, progress, deliveries),
      deliveries: deliveries.map((delivery) => tracedDelivery(delivery, sent)),
    };
  });
}

function announced(
  event: TracedEvent,
  progress: StreamProgress,
  deliveries: readonly AddressedDelivery[],
) {
  const messageAt = deliveries.find((one) => one.messageCreatedAt !== null)?.messageCreatedAt;
  return announcedStep(event, progress.webhooks, messageAt ?? null);
}

function eventAnswer({ part, pos, ...event }: TracedEvent) {
  return { ...event, position: formatPosition({ part, pos }) };
}

interface Sent {
  readonly deliveries: readonly AddressedDelivery[];
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly attempts: readonly ShortAttempt[];
}

async function readSent(
  db: Queryable,
  tenantId: TenantId,
  events: readonly TracedEvent[],
): Promise<Sent> {
  const oldest = Math.min(...events.map(({ recordedAt }) => Date.parse(recordedAt)));
  const since = new Date(oldest - clockSlackMs).toISOString();
  const messageIds = events.map(({ id }) => id);
  const page = { messageIds, since, limit: maxDeliveries };
  const deliveries = await listDeliveriesOfMessages(db, tenantId, page);
  const ids = deliveries.map(({ id }) => id);
  const open = deliveries.filter(({ finishedAt }) => finishedAt === null).map(({ id }) => id);
  return {
    deliveries,
    waiting: await explainDeliveries(db, tenantId, open),
    attempts: await listNewestAttempts(db, tenantId, {
      deliveryIds: ids,
      since,
      perDelivery: attemptsShown,
    }),
  };
}

function tracedDelivery(delivery: AddressedDelivery, { waiting, attempts }: Sent) {
  const { url, endpointDescription } = delivery;
  return {
    ...deliveryAnswer(delivery, waiting.get(delivery.id)),
    endpoint: { id: delivery.endpointId, url, description: endpointDescription },
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id).map(attemptAnswer),
  };
}

function attemptAnswer({ deliveryId: _delivery, ...attempt }: ShortAttempt) {
  const { startedAt, finishedAt } = attempt;
  const ms = finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  return { ...attempt, ms };
}
