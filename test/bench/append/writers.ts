import { randomUUID } from "node:crypto";
import type {
  Instant,
  ShipmentCommand,
  ShipmentId,
  TenantId,
  TrackingEventId,
} from "@shipment-tracking/domain";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import {
  type CommandContext,
  createTenant,
  executeShipmentCommands,
  inRepeatedTransaction,
  type ShipmentCommandFor,
} from "@shipment-tracking/web-service";

/** One who commands, on shipments that nobody else touches. */
export interface Writer {
  readonly tenantId: TenantId;
  readonly shipmentIds: readonly ShipmentId[];
  /** Scans made so far. */
  made: number;
}

const perBatch = 500;

/** Makes a tenant with some shipments for each writer, by commands. */
export async function makeWriters(
  pool: Pool,
  { writers, shipments }: { readonly writers: number; readonly shipments: number },
): Promise<readonly Writer[]> {
  const made: Writer[] = [];
  for (let n = 0; n < writers; n += 1) {
    const tenant = await createTenant(pool, { name: `Writer ${String(n)}`, actor });
    if (tenant.outcome !== "created") throw new Error(tenant.reason);
    const { tenantId } = tenant;
    const shipmentIds = Array.from({ length: shipments }, () => randomUUID() as ShipmentId);
    for (let first = 0; first < shipments; first += perBatch) {
      const commands = shipmentIds.slice(first, first + perBatch).map(creation);
      await inTransaction(pool, (tx) => execute(tx, tenantId, commands));
    }
    made.push({ tenantId, shipmentIds, made: 0 });
  }
  return made;
}

export interface WriteOptions {
  readonly pool: Pool;
  readonly writers: readonly Writer[];
  /** Commands in a transaction. */
  readonly batch: number;
  readonly ms: number;
  /** What the commands run in. */
  wrap(tx: Queryable): Queryable;
}

/** All write at the same time, each one transaction after the other; answers the commands a second. */
export async function writeAtOnce(options: WriteOptions): Promise<number> {
  const startedAt = performance.now();
  const counts = await Promise.all(
    options.writers.map(async (writer) => {
      let count = 0;
      while (performance.now() - startedAt < options.ms) count += await writeBatch(options, writer);
      return count;
    }),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (total / (performance.now() - startedAt)) * 1_000;
}

/** Lets each writer write until it has made that many scans. */
export async function writeUntil(options: Omit<WriteOptions, "ms">, made: number): Promise<void> {
  for (const writer of options.writers)
    while (writer.made < made) await writeBatch(options, writer);
}

async function writeBatch(
  { pool, batch, wrap }: Omit<WriteOptions, "ms">,
  writer: Writer,
): Promise<number> {
  const commands = Array.from({ length: batch }, () => nextScan(writer));
  await inRepeatedTransaction(pool, (tx) => execute(wrap(tx), writer.tenantId, commands));
  return batch;
}

async function execute(
  tx: Queryable,
  tenantId: TenantId,
  commands: readonly ShipmentCommandFor[],
): Promise<void> {
  const now = new Date().toISOString() as Instant;
  const context: CommandContext = { tenantId, actor, now };
  for (const { outcome } of await executeShipmentCommands(tx, context, commands))
    if (outcome !== "accepted") throw new Error(`a command was ${outcome}`);
}

const actor = { kind: "system", id: null } as const;

function creation(shipmentId: ShipmentId, n: number): ShipmentCommandFor {
  const place = { countryCode: "CH", addressLine1: null, postalCode: "8000", timeZone: null };
  const now = instant(0);
  const command: ShipmentCommand = {
    type: "create_shipment",
    shipmentId,
    now,
    details: {
      shipmentNumber: `SHP-${String(n)}-${shipmentId.slice(0, 8)}`,
      mode: "ftl",
      customerId: null,
      carrierName: "Carrier",
      references: [{ type: "po", value: "PO-1" }],
      origin: { city: "Zürich", ...place },
      destination: { city: "Rotterdam", ...place },
      pickupScheduledAt: null,
      deliveryScheduledAt: null,
      internalNotes: null,
    },
  };
  return { shipmentId, command };
}

/** The next shipment's next scan, an hour after its last. */
function nextScan(writer: Writer): ShipmentCommandFor {
  const { shipmentIds, made } = writer;
  writer.made += 1;
  const shipmentId = shipmentIds[made % shipmentIds.length];
  if (shipmentId === undefined) throw new Error("a writer without shipments");
  const round = Math.floor(made / shipmentIds.length);
  const command: ShipmentCommand = {
    type: "record_tracking_event",
    now: new Date().toISOString() as Instant,
    event: {
      eventId: randomUUID() as TrackingEventId,
      eventType: round % 2 === 0 ? "departure" : "arrival",
      city: `City ${String(round)}`,
      eventAt: instant(round),
      description: null,
      internalNote: null,
      externalId: null,
    },
  };
  return { shipmentId, command };
}

/** Hours after the beginning of 2026. */
function instant(hour: number): Instant {
  return new Date(Date.UTC(2026, 0, 1, hour)).toISOString() as Instant;
}
