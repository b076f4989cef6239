import {
  decodeEvent,
  UndecodableEvent,
  type EventRecord,
  type LogEvent,
} from "@shipment-tracking/contracts";
import { foldCustomer, foldInvoice, type ExpectedBilling } from "./fold-billing.ts";
import { collectShipment, emptyShipment, foldShipment } from "./fold-shipment.ts";
import type { AuditedTable } from "./stored-rows.ts";

/** A row that a read table must hold: `line` as the statements of stored-rows.ts write it. */
export interface ExpectedRow {
  readonly table: AuditedTable;
  readonly tenantId: string;
  readonly key: string;
  readonly line: string;
}

/** What one stream must have brought about. */
export interface ExpectedStream {
  readonly rows: readonly ExpectedRow[];
  /** The list that counts the stream's row, and its status. */
  readonly counted: { readonly table: AuditedTable; readonly status: string } | null;
  /** What the stream says of its tenant; null for every stream but a tenant's own. */
  readonly tenant: { readonly active: boolean; readonly version: number } | null;
}

/** An event that cannot be read and whose stream is not parked. */
export class UnparkedPoison extends Error {
  readonly record: EventRecord;

  constructor(record: EventRecord, cause: UndecodableEvent) {
    super(cause.message, { cause });
    this.name = "UnparkedPoison";
    this.record = record;
  }
}

/** Folds the events of one stream, in version order and without those that wait behind a poison; null when there are none. */
export function expectStream(records: readonly EventRecord[]): ExpectedStream | null {
  const last = records.at(-1);
  const [first] = records;
  if (last === undefined || first === undefined) return null;
  const events = records.map((record) => ({ event: read(record), record }));
  const kind = events[0]?.event.type.split(".")[0];
  if (kind === "shipment") return expectShipment(events, last);
  if (kind === "customer") return expectCustomer(events, last);
  if (kind === "invoice") return expectInvoice(events, last);
  if (kind === "api_key") return expectApiKey(events, last);
  const active = last.type !== "tenant.deactivated";
  return { rows: [], counted: null, tenant: { active, version: last.version } };
}

/** The fields of a line between units that no answer's text holds raw; null is told apart from the empty text. */
export function toLine(fields: readonly (string | number | boolean | null)[]): string {
  return fields.map((field) => (field === null ? "\u001e" : String(field))).join("\u001f");
}

interface Read {
  readonly event: LogEvent;
  readonly record: EventRecord;
}

function read(record: EventRecord): LogEvent {
  try {
    return decodeEvent(record).event;
  } catch (error) {
    if (error instanceof UndecodableEvent) throw new UnparkedPoison(record, error);
    throw error;
  }
}

function expectShipment(events: readonly Read[], last: EventRecord): ExpectedStream | null {
  const { streamId: id, tenantId, version } = last;
  const facts = emptyShipment();
  for (const { event, record } of events) collectShipment(facts, event, record.version);
  if (facts.details === null) return null;
  const { item, detail, publicView, entries } = foldShipment(id, facts, facts.details);
  const token = facts.tokenHash;
  const rows: ExpectedRow[] = [
    row("shipments", tenantId, [id, item.createdAt, item.status, version, JSON.stringify(item)]),
    row("shipment_timelines", tenantId, [
      id,
      version,
      JSON.stringify(entries),
      JSON.stringify(detail),
      token,
    ]),
  ];
  if (token !== null) {
    rows.push(row("public_tracking", tenantId, [token, JSON.stringify(publicView)]));
  }
  return { rows, counted: { table: "shipment_counts", status: item.status }, tenant: null };
}

function expectCustomer(events: readonly Read[], last: EventRecord): ExpectedStream {
  const { streamId: id, tenantId, version } = last;
  let customer: ExpectedBilling | null = null;
  for (const { event } of events) customer = foldCustomer(id, customer, event);
  if (customer === null) return nothing;
  const status = String(customer.status);
  const doc = JSON.stringify(customer.answer);
  return {
    rows: [row("customers", tenantId, [id, String(customer.createdAt), status, version, doc])],
    counted: { table: "customer_counts", status },
    tenant: null,
  };
}

function expectInvoice(events: readonly Read[], last: EventRecord): ExpectedStream {
  const { streamId: id, tenantId, version } = last;
  let invoice: ExpectedBilling | null = null;
  for (const { event } of events) invoice = foldInvoice(id, invoice, { event, day: "" });
  if (invoice === null) return nothing;
  const status = String(invoice.status);
  const { createdAt, overdueAfter, answer } = invoice;
  const doc = JSON.stringify(answer);
  return {
    rows: [row("invoices", tenantId, [id, String(createdAt), status, version, overdueAfter, doc])],
    counted: { table: "invoice_counts", status },
    tenant: null,
  };
}

function expectApiKey(events: readonly Read[], last: EventRecord): ExpectedStream {
  const created = events.flatMap(({ event }) => (event.type === "api_key.created" ? [event] : []));
  const revoked = events.find(({ event }) => event.type === "api_key.revoked");
  const [key] = created;
  if (key === undefined) return nothing;
  const { streamId, tenantId, version } = last;
  const revokedAt = revoked?.record.occurredAt ?? null;
  return {
    ...nothing,
    rows: [row("api_keys", tenantId, [key.keyHash, streamId, key.expiresAt, revokedAt, version])],
  };
}

const nothing: ExpectedStream = { rows: [], counted: null, tenant: null };

function row(
  table: AuditedTable,
  tenantId: string,
  fields: readonly [string, ...(string | number | null)[]],
): ExpectedRow {
  return { table, tenantId, key: fields[0], line: toLine(fields) };
}
