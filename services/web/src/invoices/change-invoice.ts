import {
  decideInvoice,
  evolveInvoice,
  type InvoiceCommand,
  type InvoiceDraft,
  type InvoiceEvent,
  type InvoiceState,
  type Rejection,
  type TenantId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { headOf } from "../commands/append-one.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { customerOfDraft, shipmentOfDraft } from "./draft-references.ts";
import { deleteInvoice, findInvoicesByNumber, lockInvoice, updateInvoice } from "./invoice-rows.ts";
import { findPayments, insertPayment } from "./payment-rows.ts";
import {
  type InvoiceOutcome,
  invoiceNumberTaken,
  recordInvoiceEvent,
} from "./record-invoice-event.ts";

/** Fields of a draft to change, as they are entered: customer and shipment by their ids. */
type InvoiceChanges = Partial<Omit<InvoiceDraft, "customer" | "shipment">> & {
  readonly customerId?: string;
  readonly shipmentId?: string | null;
};

/** A command, or what becomes one once the database has been asked. */
export type InvoiceAction =
  | Exclude<
      InvoiceCommand,
      { readonly type: "create_invoice" | "update_invoice" | "issue_invoice" }
    >
  | { readonly type: "update_invoice"; readonly changes: InvoiceChanges }
  | {
      readonly type: "issue_invoice";
      readonly issueDate: string | null;
      readonly dueDate: string | null;
    };

export interface InvoiceActionOn {
  readonly invoiceId: string;
  readonly action: InvoiceAction;
  /** Version that the caller has seen; another one is a conflict. */
  readonly expectedVersion?: number | undefined;
}

/** Changes an invoice inside the given transaction, which holds the invoice's row from here on. */
export async function changeInvoice(
  tx: Queryable,
  context: CommandContext,
  { invoiceId, action, expectedVersion }: InvoiceActionOn,
): Promise<InvoiceOutcome> {
  const stored = await lockInvoice(tx, context.tenantId, invoiceId);
  if (stored === null) return notFound;
  const before: InvoiceState = { ...stored, payments: await findPayments(tx, invoiceId) };
  const prepared = await prepare(tx, context, { action, before });
  if (prepared.outcome === "rejected") return prepared;
  const decision = decideInvoice(prepared.command, before);
  if (decision.outcome === "unchanged") {
    const position = await headOf(tx, invoiceId);
    return { outcome: "done", state: before, payment: null, position };
  }
  if (expectedVersion !== undefined && expectedVersion !== before.version) {
    return movedOn(before.version, expectedVersion);
  }
  if (decision.outcome === "rejected") return decision;
  return save(tx, context, { before, event: decision.event });
}

async function save(
  tx: Queryable,
  context: CommandContext,
  { before, event }: { readonly before: InvoiceState; readonly event: InvoiceEvent },
): Promise<InvoiceOutcome> {
  const { tenantId } = context;
  const state = evolveInvoice(before, event);
  if (state === null) await deleteInvoice(tx, tenantId, before.invoiceId);
  else {
    const { invoiceNumber } = state.invoice;
    if (invoiceNumber !== before.invoice.invoiceNumber) {
      const owners = await findInvoicesByNumber(tx, tenantId, [invoiceNumber]);
      if (owners.size > 0) return invoiceNumberTaken(invoiceNumber);
    }
    await updateInvoice(tx, tenantId, state);
    if (event.type === "invoice.payment_recorded") await insertPayment(tx, state, event.payment);
  }
  return recordInvoiceEvent(tx, context, { before, state, event });
}

type Prepared =
  | { readonly outcome: "prepared"; readonly command: InvoiceCommand }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

async function prepare(
  tx: Queryable,
  { tenantId, now }: CommandContext,
  { action, before }: { readonly action: InvoiceAction; readonly before: InvoiceState },
): Promise<Prepared> {
  switch (action.type) {
    case "update_invoice": {
      const resolved = await resolve(tx, tenantId, action.changes);
      if (resolved.outcome === "rejected") return resolved;
      const { changes } = resolved;
      return { outcome: "prepared", command: { type: "update_invoice", now, changes } };
    }
    case "issue_invoice": {
      const customer = await customerOfDraft(tx, tenantId, before.invoice.customerId);
      if (customer.outcome === "rejected") return customer;
      return {
        outcome: "prepared",
        command: { ...action, now, customer: customer.value.details },
      };
    }
    case "record_payment":
    case "reverse_payment":
    case "void_invoice":
    case "mark_uncollectible":
    case "delete_invoice":
      return { outcome: "prepared", command: action };
  }
}

async function resolve(
  tx: Queryable,
  tenantId: TenantId,
  { customerId, shipmentId, ...others }: InvoiceChanges,
): Promise<
  | { readonly outcome: "resolved"; readonly changes: Partial<InvoiceDraft> }
  | { readonly outcome: "rejected"; readonly rejection: Rejection }
> {
  let changes: Partial<InvoiceDraft> = others;
  if (customerId !== undefined) {
    const customer = await customerOfDraft(tx, tenantId, customerId);
    if (customer.outcome === "rejected") return customer;
    changes = { ...changes, customer: { customerId, name: customer.value.details.name } };
  }
  if (shipmentId !== undefined) {
    const shipment = await shipmentOfDraft(tx, tenantId, shipmentId);
    if (shipment.outcome === "rejected") return shipment;
    changes = { ...changes, shipment: shipment.value };
  }
  return { outcome: "resolved", changes };
}

const notFound: InvoiceOutcome = {
  outcome: "rejected",
  rejection: { kind: "not_found", reason: "There is no such invoice." },
};

function movedOn(version: number, expected: number): InvoiceOutcome {
  const reason = `The invoice has changed: it is at version ${String(version)}, not ${String(expected)}.`;
  return { outcome: "rejected", rejection: { kind: "conflict", reason } };
}
