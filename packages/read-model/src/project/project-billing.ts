import type { EventRecord } from "@shipment-tracking/contracts";
import type { CustomerEvent, InvoiceEvent, InvoiceSnapshot } from "@shipment-tracking/domain";
import { renderCustomer, renderInvoice } from "./render-billing.ts";
import { UnprojectableEvent } from "./unprojectable-event.ts";

/** A customer as its read row holds it. */
export interface CustomerRow {
  readonly tenantId: string;
  readonly customerId: string;
  /** Version of the stream's last applied event. */
  readonly version: number;
  readonly status: string;
  readonly createdAt: string;
  /** Element of GET /v1/customers. */
  readonly doc: string;
}

/** An invoice as its read row holds it. */
export interface InvoiceRow {
  readonly tenantId: string;
  readonly invoiceId: string;
  /** Version of the stream's last applied event. */
  readonly version: number;
  readonly status: string;
  readonly createdAt: string;
  /** Last day (`YYYY-MM-DD`, UTC) on which what is owed is not overdue; null when nothing can become overdue. */
  readonly overdueAfter: string | null;
  /** Element of GET /v1/invoices, not overdue. */
  readonly doc: string;
  /** Its row is to be removed. */
  readonly deleted: boolean;
}

/** The customer after one more event of its stream. Throws `UnprojectableEvent`. */
export function projectCustomer(
  row: CustomerRow | null,
  event: CustomerEvent,
  record: EventRecord,
): CustomerRow {
  const { tenantId, streamId: customerId, version } = record;
  const isCreation = event.type === "customer.created";
  if (isCreation && event.customerId !== customerId) {
    throw new UnprojectableEvent("The event names another customer than its stream");
  }
  if (isCreation && row !== null) throw new UnprojectableEvent("The customer exists already");
  const createdAt = isCreation ? event.createdAt : row?.createdAt;
  if (createdAt === undefined) throw new UnprojectableEvent(beginsWithoutCreation);
  const { details } = event;
  const updatedAt = isCreation ? createdAt : event.updatedAt;
  const doc = renderCustomer({ customerId, details, createdAt, updatedAt });
  return { tenantId, customerId, version, status: details.status, createdAt, doc };
}

/** The invoice after one more event of its stream; each event carries the whole. Throws `UnprojectableEvent`. */
export function projectInvoice(
  row: InvoiceRow | null,
  event: InvoiceEvent,
  record: EventRecord,
): InvoiceRow {
  const { tenantId, streamId: invoiceId, version } = record;
  if (event.invoiceId !== invoiceId) {
    throw new UnprojectableEvent("The event names another invoice than its stream");
  }
  if (row?.deleted === true) throw new UnprojectableEvent("The invoice is deleted");
  if (event.type === "invoice.deleted") {
    if (row === null) throw new UnprojectableEvent(beginsWithoutCreation);
    return { ...row, version, deleted: true };
  }
  if ((row === null) !== (event.type === "invoice.created")) {
    const reason = row === null ? beginsWithoutCreation : "The invoice exists already";
    throw new UnprojectableEvent(reason);
  }
  const { invoice } = event;
  return {
    tenantId,
    invoiceId,
    version,
    status: invoice.status,
    createdAt: invoice.createdAt,
    overdueAfter: overdueAfter(invoice),
    doc: renderInvoice(invoiceId, invoice),
    deleted: false,
  };
}

function overdueAfter({ status, balanceMinor, dueDate }: InvoiceSnapshot): string | null {
  const isOwed = (status === "issued" || status === "partially_paid") && balanceMinor > 0;
  return isOwed ? dueDate : null;
}

const beginsWithoutCreation = "The stream does not begin with its creation";
