import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { moveBuckets, type ShipmentMove } from "../buckets/shipment-buckets.ts";
import type { ShipmentRow } from "../project/shipment-row.ts";
import { saveApiKeys } from "./api-key-table.ts";
import { saveCustomers } from "./customer-table.ts";
import {
  apiKeyKind,
  customerKind,
  foldKind,
  invoiceKind,
  shipmentKind,
  tenantKind,
} from "./fold-kind.ts";
import type { FoldedStream, VersionedRow } from "./fold-stream.ts";
import type { Poison, StreamWork } from "./group-streams.ts";
import { deleteInvoices, saveInvoices } from "./invoice-table.ts";
import { parkStreams } from "./parked-streams.ts";
import { saveShipments } from "./shipment-tables.ts";
import { moveCounts, type StatusMove } from "./status-counts.ts";
import type { Target } from "./target.ts";
import { saveTenants } from "./tenant-table.ts";

/** What became of some streams' events. */
export interface AppliedStreams {
  readonly applied: number;
  /** Events that their rows contained already. */
  readonly repeated: number;
  /** Events that wait behind a poison. */
  readonly waiting: number;
  readonly parked: readonly Poison[];
}

/** Folds the streams onto their rows in memory and writes each table with one statement, in the caller's transaction. */
export async function applyStreams(
  tx: Queryable,
  target: Target,
  works: readonly StreamWork[],
): Promise<AppliedStreams> {
  const folded = await foldAll(tx, works);
  await saveAll(tx, folded);
  const undecoded = works.filter((work) => work.events.length === 0).map(nothingFolded);
  const all = [...Object.values(folded).flat(), ...undecoded];
  const parked = all.flatMap(({ poison }) => (poison === null ? [] : [poison]));
  await parkStreams(tx, target, parked);
  return {
    applied: sum(all.map((stream) => stream.applied)),
    repeated: sum(all.map((stream) => stream.repeated)),
    waiting: sum(all.map((stream) => stream.waiting)),
    parked,
  };
}

async function foldAll(tx: Queryable, works: readonly StreamWork[]) {
  const [shipments, customers, invoices, tenants, apiKeys] = await allAnswers([
    foldKind(tx, works, shipmentKind),
    foldKind(tx, works, customerKind),
    foldKind(tx, works, invoiceKind),
    foldKind(tx, works, tenantKind),
    foldKind(tx, works, apiKeyKind),
  ]);
  return { shipments, customers, invoices, tenants, apiKeys };
}

/**
 * Rows of streams first (each belongs to one part), then the tenants in id order, then what only the holder of its tenant may touch: that is the order
 * in which the statements are sent, without waiting for each other's answers.
 */
async function saveAll(tx: Queryable, folded: Awaited<ReturnType<typeof foldAll>>): Promise<void> {
  const { shipments, customers, invoices, tenants, apiKeys } = folded;
  const all: readonly FoldedStream<VersionedRow>[] = Object.values(folded).flat();
  await allAnswers([
    saveShipments(tx, shipments.flatMap(changedRow)),
    saveCustomers(tx, customers.flatMap(changedRow)),
    saveInvoices(tx, invoices.flatMap(changedRow).filter(isKept)),
    deleteInvoices(tx, invoices.filter(isStored).flatMap(changedRow).filter(isDeleted)),
    saveApiKeys(tx, apiKeys.flatMap(changedRow)),
    saveTenants(
      tx,
      tenantsOf(all.flatMap(changedRow)),
      new Map(tenants.flatMap(changedRow).map((row) => [row.tenantId, row])),
    ),
    moveCounts(tx, "shipment_counts", shipments.flatMap(statusMove)),
    moveCounts(tx, "customer_counts", customers.flatMap(statusMove)),
    moveCounts(tx, "invoice_counts", invoices.flatMap(statusMove)),
    moveBuckets(tx, shipments.flatMap(shipmentMove)),
  ]);
}

function nothingFolded(work: StreamWork): FoldedStream<never> {
  const { poison, waiting } = work;
  return { before: null, after: null, applied: 0, repeated: 0, waiting, poison };
}

function changedRow<Row>(folded: FoldedStream<Row>): Row[] {
  return folded.applied > 0 && folded.after !== null ? [folded.after] : [];
}

function isStored({ before }: FoldedStream<unknown>): boolean {
  return before !== null;
}

function isDeleted(row: { readonly deleted?: boolean }): boolean {
  return row.deleted === true;
}

function isKept(row: { readonly deleted?: boolean }): boolean {
  return !isDeleted(row);
}

interface CountedRow extends VersionedRow {
  readonly status: string;
  readonly deleted?: boolean;
}

function statusMove({ before, after }: FoldedStream<CountedRow>): StatusMove[] {
  if (after === null || after === before) return [];
  const status = isDeleted(after) ? null : after.status;
  return [{ tenantId: after.tenantId, before: before?.status ?? null, after: status }];
}

function shipmentMove({ before, after }: FoldedStream<ShipmentRow>): ShipmentMove[] {
  if (after === null || after === before) return [];
  const { tenantId, shipmentId, createdAt, status } = after;
  return [{ tenantId, shipmentId, createdAt, before: before?.status ?? null, after: status }];
}

function tenantsOf(rows: readonly { readonly tenantId: string }[]): readonly string[] {
  return [...new Set(rows.map((row) => row.tenantId))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
