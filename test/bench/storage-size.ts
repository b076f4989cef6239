// npm run bench:storage -- [shipments]: bytes that an event takes in each table, on a throw-away database filled through the commands and the projector with
// one creation and eight scans a shipment. With KAFKA_BROKERS and KAFKA_LOG_DIR (of a local broker of one's own) also in the topic.
import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Instant,
  type ShipmentId,
  type TrackingEventId,
  type TrackingEventType,
} from "@shipment-tracking/domain";
import {
  createKafkaEngine,
  createPostgresEngine,
  ensureTopic,
  partCount,
  readLag,
  readPart,
} from "@shipment-tracking/event-log";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { readProjectorLag, startProjector } from "@shipment-tracking/projector-service";
import { createLogger } from "@shipment-tracking/runtime";
import {
  createTenant,
  executeShipmentCommands,
  type ShipmentCommandFor,
} from "@shipment-tracking/web-service";
import { startTrackingDatabase } from "./bench-database.ts";

const [shipmentsText = "11111"] = process.argv.slice(2);
const shipments = Number(shipmentsText);
const log = createLogger({ service: "bench", level: "warn" });
const journey: readonly TrackingEventType[] = [
  "pickup",
  "departure",
  "arrival",
  "departure",
  "in_transit",
  "arrival",
  "out_for_delivery",
  "delivered",
];
const database = await startTrackingDatabase();
const open = (url: string): Pool =>
  createPool({ url, applicationName: "bench", max: 4, statementTimeoutMs: 60_000 });
const pools = { web: open(database.urls.web), projector: open(database.urls.projector) };
try {
  await timed("commands", shipments * 9, () => fill(pools.web));
  await timed("projector", shipments * 9, () => project(pools.projector));
  await report(database.admin);
  await reportLagStatement(pools.projector);
  await reportTopic(pools.projector);
} finally {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await database.stop();
}

/** Wave by wave, as a feed reports: all creations, all pickups, and so on. */
async function fill(pool: Pool): Promise<void> {
  const tenant = await createTenant(pool, { name: "Bench", actor: { kind: "system", id: null } });
  if (tenant.outcome !== "created") throw new Error(tenant.reason);
  const context = {
    tenantId: tenant.tenantId,
    actor: { kind: "user" as const, id: randomUUID() },
    now: instantOf(60 * 24 * 30),
  };
  // fresh ids have the shape of the brand
  const ids = Array.from({ length: shipments }, () => randomUUID() as ShipmentId);
  for (let wave = 0; wave <= journey.length; wave += 1) {
    for (let start = 0; start < ids.length; start += 500) {
      const commands = ids
        .slice(start, start + 500)
        .map((id, index) => commandOf({ id, number: start + index, wave, now: context.now }));
      const outcomes = await executeShipmentCommands(pool, context, commands);
      const refused = outcomes.find(({ outcome }) => outcome !== "accepted");
      if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused)}`);
    }
  }
}

interface Wanted {
  readonly id: ShipmentId;
  readonly number: number;
  readonly wave: number;
  readonly now: Instant;
}

function commandOf({ id, number, wave, now }: Wanted): ShipmentCommandFor {
  const place = { countryCode: "CH", addressLine1: null, postalCode: "8000", timeZone: null };
  const eventType = journey[wave - 1];
  if (eventType !== undefined) {
    return {
      shipmentId: id,
      command: {
        type: "record_tracking_event",
        now,
        event: {
          eventId: randomUUID() as TrackingEventId,
          eventType,
          city: ["Zürich", "Rotterdam", "Łódź", "Singapore"][(number + wave) % 4] ?? "Lyon",
          eventAt: instantOf(wave * 600 + (number % 500)),
          description: number % 10 === 0 ? "Handed over at the dock, seal intact" : null,
          internalNote: null,
          externalId: `FEED-${String(number)}/${String(wave)}`,
        },
      },
    };
  }
  return {
    shipmentId: id,
    command: {
      type: "create_shipment",
      shipmentId: id,
      now,
      details: {
        shipmentNumber: `SH-${String(number).padStart(7, "0")}`,
        mode: "ltl",
        customerId: null,
        carrierName: "Nordlicht Spedition",
        references: [],
        origin: { city: "Zürich", ...place },
        destination: { city: "Rotterdam", ...place },
        pickupScheduledAt: instantOf(0),
        deliveryScheduledAt: instantOf(60 * 24 * 5),
        internalNotes: null,
      },
    },
  };
}

function instantOf(minutes: number): Instant {
  // a fresh instant has the shape of the brand
  return new Date(Date.UTC(2026, 0, 5) + minutes * 60_000).toISOString() as Instant;
}

async function project(pool: Pool): Promise<void> {
  const engine = createPostgresEngine({ pool });
  const projector = await startProjector({ engine, pool, log });
  for (;;) {
    const { parts } = await readProjectorLag({ read: pool, log: pool });
    if (parts.every(({ events }) => events === 0)) break;
    await delay(200);
  }
  await projector.stop();
  await engine.close();
}

async function report(pool: Pool): Promise<void> {
  await pool.query({ text: "vacuum analyze" });
  const { rows } = await pool.query<{ name: string; rows: number; heap: number; indexes: number }>({
    text: `
      select format('%s.%s', schemas.nspname, tables.relname) as name, greatest(tables.reltuples, 0)::float8 as rows,
        pg_table_size(tables.oid)::float8 as heap, pg_indexes_size(tables.oid)::float8 as indexes
      from pg_catalog.pg_class as tables
      join pg_catalog.pg_namespace as schemas on schemas.oid = tables.relnamespace
      where schemas.nspname in ('write', 'read')
        and tables.relkind = 'r'
        and pg_total_relation_size(tables.oid) > 200000
      order by pg_total_relation_size(tables.oid) desc`,
  });
  const events = shipments * 9;
  for (const { name, rows: count, heap, indexes } of rows) {
    const each = (bytes: number): string => (bytes / events).toFixed(0).padStart(5);
    print(
      `${name.padEnd(28)} ${String(count).padStart(8)} rows; bytes per event: table ${each(heap)}, indexes ${each(indexes)}`,
    );
  }
  const { rows: wal } = await pool.query<{ bytes: number }>({
    text: "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes",
  });
  print(
    `write-ahead log since the cluster was made: ${((wal[0]?.bytes ?? 0) / events).toFixed(0)} bytes per event`,
  );
}

/** What one scrape asks of the database, with everything behind: the worst case. */
async function reportLagStatement(pool: Pool): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now();
    await readLag(pool, new Map());
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  print(`lag of all parts with everything behind: median ${(times[100] ?? 0).toFixed(1)} ms`);
}

async function reportTopic(pool: Pool): Promise<void> {
  const { KAFKA_BROKERS: brokers, KAFKA_LOG_DIR: logDir } = process.env;
  if (brokers === undefined || logDir === undefined) return;
  const topic = `storage-${randomUUID()}`;
  const connection = { brokers: brokers.split(","), topic, ssl: false, sasl: null };
  await ensureTopic(connection);
  const engine = createKafkaEngine({ connection, pool });
  let records = 0;
  const startedAt = performance.now();
  for (let afterPos = 0; ; afterPos += 30) {
    // as the relay sends: some records of every part in one request
    const batches = await Promise.all(
      Array.from({ length: partCount }, (_, part) => readPart(pool, part, { afterPos, limit: 30 })),
    );
    const batch = batches.flat();
    if (batch.length === 0) break;
    await engine.publish(batch);
    records += batch.length;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await engine.close();
  const bytes = readdirSync(logDir, { recursive: true, encoding: "utf8" })
    .filter((path) => path.includes(topic) && path.endsWith(".log"))
    .reduce((sum, path) => sum + statSync(join(logDir, path)).size, 0);
  print(
    `topic: ${(bytes / records).toFixed(0)} bytes per event and copy; published ${(records / seconds).toFixed(0)} per second`,
  );
}

async function timed(name: string, events: number, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  print(
    `${name}: ${String(events)} events in ${seconds.toFixed(1)} s, ${(events / seconds).toFixed(0)} per second`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
