import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { announceNews, appendEvents, type NewEvent } from "@shipment-tracking/event-log";
import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import { templateEvents, templateId, templateNumber } from "../template-events.ts";
import { clockMs } from "./sink.ts";

interface Shipment {
  readonly tenantId: string;
  readonly streamId: string;
}

/** Shipments of the tenants in turn, created and not moved yet. */
export async function createShipments(
  web: Pool,
  tenantIds: readonly string[],
  count: number,
): Promise<readonly Shipment[]> {
  const made = Array.from({ length: count }, (_, n) => ({
    tenantId: tenantIds[n % tenantIds.length] ?? "",
    streamId: randomUUID(),
  }));
  for (let first = 0; first < count; first += 500) {
    const streams = made.slice(first, first + 500);
    await append(web, streams, 0);
  }
  return made;
}

export interface Appended {
  readonly tenantId: string;
  /** Of the event: the id of its webhook. */
  readonly id: string;
  /** When the append began, by the clock of `clockMs`. */
  readonly at: number;
  readonly committedAt: number;
}

export interface LoadOptions {
  readonly eventsPerSecond: number;
  /** Called after each append, as commands do in one process with the worker. */
  readonly onAppended: () => void;
}

/** Changes the status of each shipment once, evenly, one transaction each. */
export async function moveShipments(
  web: Pool,
  shipments: readonly Shipment[],
  { eventsPerSecond, onAppended }: LoadOptions,
): Promise<readonly Appended[]> {
  const startedAt = clockMs();
  const appends: Promise<Appended>[] = [];
  for (const [n, shipment] of shipments.entries()) {
    const wait = startedAt + (n * 1_000) / eventsPerSecond - clockMs();
    if (wait > 0) await delay(wait);
    const at = clockMs();
    const appended = append(web, [shipment], 1).then(([id = ""]) => {
      const committedAt = clockMs();
      onAppended();
      return { tenantId: shipment.tenantId, id, at, committedAt };
    });
    appends.push(appended);
  }
  return await Promise.all(appends);
}

const [creation, move] = templateEvents();

async function append(
  web: Pool,
  shipments: readonly Shipment[],
  version: 0 | 1,
): Promise<readonly string[]> {
  const streams = shipments.map((shipment) => ({
    ...shipment,
    expectedVersion: version,
    events: [newEvent(shipment.streamId, version === 0 ? creation : move)],
  }));
  const result = await inTransaction(web, (tx) => appendEvents(tx, streams));
  if (result.outcome !== "appended") throw new Error("the events were not appended");
  announceNews(web);
  return streams.flatMap(({ events }) => events.map(({ id }) => id));
}

function newEvent(streamId: string, template: typeof creation): NewEvent {
  if (template === undefined) throw new Error("no such event");
  const now = new Date().toISOString();
  const data = template.data
    .replaceAll(templateId, streamId)
    .replace(templateNumber, `SHP-${streamId}`);
  return {
    id: randomUUID(),
    type: template.type,
    schemaVersion: 1,
    data: JSON.parse(data),
    occurredAt: now,
    recordedAt: now,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}
