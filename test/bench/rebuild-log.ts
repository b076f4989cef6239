import { randomUUID } from "node:crypto";
import { encodeEvent, type LogEvent } from "@shipment-tracking/contracts";
import {
  decideShipment,
  evolveShipment,
  type Instant,
  type ShipmentCommand,
  type ShipmentId,
  type ShipmentState,
  type TrackingEventId,
} from "@shipment-tracking/domain";
import { partOf } from "@shipment-tracking/event-log";
import { copyInto, copyLine, inTransaction, type Pool } from "@shipment-tracking/postgres";

const scans = [
  "pickup",
  "departure",
  "arrival",
  "in_transit",
  "departure",
  "arrival",
  "delivered",
] as const;
const tenants = 100;
/** Shipments whose events are mixed in the log. */
const together = 2_000;

/** Writes at least `count` events of 100 tenants straight into the log: shipments of eight events each, as the domain decides them. */
export async function fillLog(pool: Pool, count: number): Promise<number> {
  const template = templateEvents();
  const heads = new Map<number, number>();
  const tenantIds = Array.from({ length: tenants }, () => randomUUID());
  const write = (lines: readonly string[]): Promise<void> =>
    inTransaction(pool, async (tx) => {
      await copyInto(tx, { schema: "write", table: "event_log", columns }, lines.join(""));
    });
  const line = (event: Written): string => {
    const part = partOf(event.streamId);
    const pos = (heads.get(part) ?? 0) + 1;
    heads.set(part, pos);
    const { tenantId, streamId, version, type, data } = event;
    const head = [part, pos, randomUUID(), type, 1, tenantId, streamId, version];
    return copyLine([...head, at, at, "system", null, null, data]);
  };
  const created = JSON.stringify({ name: "Bench" });
  await write(
    tenantIds.map((id) =>
      line({ tenantId: id, streamId: id, version: 1, type: "tenant.created", data: created }),
    ),
  );
  let written = tenants;
  for (let first = 0; written < count; first += together) {
    const ids = Array.from({ length: together }, () => randomUUID());
    const lines: string[] = [];
    for (const [index, { type, data }] of template.entries()) {
      for (const [n, streamId] of ids.entries()) {
        const own = data
          .replaceAll(templateId, streamId)
          .replace(templateNumber, `SHP-${String(first + n)}`);
        const tenantId = tenantIds[n % tenants] ?? "";
        lines.push(line({ tenantId, streamId, version: index + 1, type, data: own }));
      }
    }
    await write(lines);
    written += lines.length;
  }
  await pool.query({
    text: `
      update write.log_head
      set pos = heads.pos
      from unnest($1::smallint[], $2::bigint[]) as heads (part, pos)
      where heads.part = log_head.part`,
    values: [[...heads.keys()], [...heads.values()]],
  });
  await pool.query({ text: "vacuum (analyze) write.event_log" });
  return written;
}

interface Written {
  readonly tenantId: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly data: string;
}

const columns =
  "part pos id type schema_version tenant_id stream_id version occurred_at recorded_at actor_kind actor_id traceparent data".split(
    " ",
  );
const at = "2026-03-01T00:00:00.000Z";
export const templateId = "00000000-0000-4000-8000-000000000000" as ShipmentId;
export const templateNumber = "SHP-TEMPLATE";

/** Events of a shipment as the domain decides them: its creation, then a scan each; `data` is JSON text. */
export function templateEvents(): readonly { readonly type: string; readonly data: string }[] {
  let state: ShipmentState | null = null;
  const events: LogEvent[] = [];
  for (const command of commands()) {
    const decision = decideShipment(command, state);
    if (decision.outcome !== "accepted") throw new Error(`not accepted: ${command.type}`);
    for (const event of decision.events) {
      events.push(event);
      state = evolveShipment(state, event);
    }
  }
  return events.map((event) => {
    const { type, data } = encodeEvent(event);
    return { type, data: JSON.stringify(data) };
  });
}

function commands(): readonly ShipmentCommand[] {
  const place = { countryCode: "CH", addressLine1: null, postalCode: "8000", timeZone: null };
  // as: instants and ids have the shapes of the brands
  const hour = (n: number) => new Date(Date.UTC(2026, 1, 1, n)).toISOString() as Instant;
  const now = hour(500);
  return [
    {
      type: "create_shipment",
      shipmentId: templateId,
      now,
      details: {
        shipmentNumber: templateNumber,
        mode: "ftl",
        customerId: null,
        carrierName: "Carrier",
        references: [{ type: "po", value: "PO-1" }],
        origin: { city: "Zürich", ...place },
        destination: { city: "Rotterdam", ...place },
        pickupScheduledAt: hour(0),
        deliveryScheduledAt: hour(90),
        internalNotes: null,
      },
    },
    ...scans.map((eventType, n): ShipmentCommand => {
      const eventId = randomUUID() as TrackingEventId;
      const event = {
        eventId,
        eventType,
        city: `City ${String(n)}`,
        eventAt: hour(n + 1),
        description: "Gate 4",
        internalNote: null,
        externalId: null,
      };
      return { type: "record_tracking_event", now, event };
    }),
  ];
}
