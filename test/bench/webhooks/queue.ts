import { randomUUID } from "node:crypto";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import {
  createSender,
  type Dispatcher,
  type DispatcherOptions,
  type Sender,
  startDispatcher,
} from "@shipment-tracking/webhooks-service";
import type { TrackingDatabase } from "../bench-database.ts";
import { addEndpoints } from "./fill-queue.ts";
import { type Sink, startSink } from "./sink.ts";

/** What all parts of the bench share: a queue, the worker's connections to it, a sender and a sink. */
export interface Bench {
  readonly database: TrackingDatabase;
  readonly pool: Pool;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly sink: Sink;
  close(): Promise<void>;
}

export async function openBench(database: TrackingDatabase, box: SecretBox): Promise<Bench> {
  const pool = newPool(database);
  const sender = newSender();
  const sink = await startSink();
  const close = async (): Promise<void> => {
    await sender.close();
    await pool.end();
    await sink.close();
  };
  return { database, pool, box, sender, sink, close };
}

/** As many connections as the worker has. */
export function newPool(database: TrackingDatabase, create = createPool): Pool {
  return create({ url: database.urls.webhooks, applicationName: "bench", max: 6 });
}

export function newSender(create = createSender): Sender {
  return create({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
}

export function startWorker(
  bench: Bench,
  options: Partial<DispatcherOptions> = {},
  start = startDispatcher,
): Dispatcher {
  const { pool, sender, box } = bench;
  const onError = (error: unknown): void => {
    throw error;
  };
  return start({ pool, sender, box, drainMs: 100, onError, ...options });
}

export interface NewTenants {
  readonly tenants: number;
  /** Endpoints of each tenant. */
  readonly endpoints: number;
  readonly url: string;
}

/** Returns the endpoints' ids, those of one tenant side by side. */
export async function addTenants(
  { database, box }: Bench,
  { tenants, endpoints, url }: NewTenants,
): Promise<readonly string[]> {
  const made = Array.from({ length: tenants }, () => {
    const tenantId = randomUUID();
    return Array.from({ length: endpoints }, () => ({ tenantId, url }));
  });
  return await addEndpoints(database.admin, box, made.flat());
}

/** Empties the queue and what came of it; the endpoints stay. */
export async function emptyQueue({ database }: Bench): Promise<void> {
  await database.admin.query({
    text: `
      truncate hooks.deliveries, hooks.messages, hooks.attempts, hooks.finished_deliveries, hooks.shipments`,
  });
}

/** Empties the queue and forgets all endpoints. */
export async function clearQueue({ database }: Bench): Promise<void> {
  await database.admin.query({
    text: `
      truncate hooks.deliveries, hooks.endpoint_health, hooks.endpoints, hooks.messages, hooks.attempts,
        hooks.finished_deliveries, hooks.shipments
      cascade`,
  });
}
