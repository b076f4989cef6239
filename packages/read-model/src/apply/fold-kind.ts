import type { EventRecord, LogEvent } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { projectApiKey, projectTenant } from "../project/project-account.ts";
import { projectCustomer, projectInvoice } from "../project/project-billing.ts";
import { projectShipment } from "../project/project-shipment.ts";
import { loadApiKeys } from "./api-key-table.ts";
import { loadCustomers } from "./customer-table.ts";
import { foldStream, type FoldedStream, type VersionedRow } from "./fold-stream.ts";
import type { StreamWork } from "./group-streams.ts";
import { loadInvoices } from "./invoice-table.ts";
import { loadShipments } from "./shipment-tables.ts";
import {
  isApiKeyEvent,
  isCustomerEvent,
  isInvoiceEvent,
  isShipmentEvent,
  isTenantEvent,
  narrowed,
} from "./stream-kind.ts";
import type { StreamKey } from "./stream-key.ts";
import { loadTenants } from "./tenant-table.ts";

/** How the streams of one kind of aggregate become rows. */
export interface StreamKind<Row extends VersionedRow, Event extends LogEvent> {
  readonly owns: (event: LogEvent) => event is Event;
  /** The rows that exist, by stream id. */
  readonly load: (db: Queryable, keys: readonly StreamKey[]) => Promise<ReadonlyMap<string, Row>>;
  readonly project: (row: Row | null, event: Event, record: EventRecord) => Row;
}

/** Folds the kind's streams among the works onto their rows in memory; loads them with one statement, with none when there are no such streams. */
export async function foldKind<Row extends VersionedRow, Event extends LogEvent>(
  tx: Queryable,
  works: readonly StreamWork[],
  { owns, load, project }: StreamKind<Row, Event>,
): Promise<readonly FoldedStream<Row>[]> {
  const own = works.flatMap((work) => {
    // a stream's first event tells its kind; that the others are of it too is checked one by one
    const [first] = work.events;
    if (first === undefined || !owns(first.event)) return [];
    return [{ work, key: { tenantId: first.record.tenantId, streamId: work.streamId } }];
  });
  if (own.length === 0) return [];
  const rows = await load(
    tx,
    own.map(({ key }) => key),
  );
  return own.map(({ work }) =>
    foldStream(work, rows.get(work.streamId) ?? null, (row, { event, record }) =>
      project(row, narrowed(owns, event), record),
    ),
  );
}

export const shipmentKind = {
  owns: isShipmentEvent,
  load: loadShipments,
  project: projectShipment,
};
export const customerKind = {
  owns: isCustomerEvent,
  load: loadCustomers,
  project: projectCustomer,
};
export const invoiceKind = { owns: isInvoiceEvent, load: loadInvoices, project: projectInvoice };
export const tenantKind = { owns: isTenantEvent, load: loadTenants, project: projectTenant };
export const apiKeyKind = { owns: isApiKeyEvent, load: loadApiKeys, project: projectApiKey };
