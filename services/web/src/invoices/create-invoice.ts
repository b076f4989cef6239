import {
  decideInvoice,
  evolveInvoice,
  type InvoiceCommand,
  type InvoiceDraft,
  type Rejection,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { CommandContext } from "../commands/outcome.ts";
import { type NumberSeries, takeNumbers } from "../commands/take-numbers.ts";
import { TransactionConflict } from "../commands/transaction.ts";
import { customerOfDraft, shipmentOfDraft } from "./draft-references.ts";
import { findInvoicesByNumber, insertInvoice } from "./invoice-rows.ts";
import {
  type InvoiceOutcome,
  invoiceNumberTaken,
  recordInvoiceEvent,
} from "./record-invoice-event.ts";

/** A draft as it is entered: customer and shipment by their ids. */
export interface NewInvoice extends Pick<InvoiceDraft, "lineItems" | "issueDate" | "dueDate"> {
  readonly invoiceId: string;
  /** Null: the tenant's next free number (`INV-000001`…). */
  readonly invoiceNumber: string | null;
  readonly customerId: string;
  readonly shipmentId: string | null;
  /** Null: the customer's. */
  readonly currency: string | null;
}

const invoiceNumbers: NumberSeries = {
  counter: "invoice_number",
  prefix: "INV",
  findTaken: findInvoicesByNumber,
};

/** Creates a draft inside the given transaction (`inRepeatedTransaction`: a generated number can be entered by hand in the same instant). */
export async function createInvoice(
  tx: Queryable,
  context: CommandContext,
  wanted: NewInvoice,
): Promise<InvoiceOutcome> {
  const { tenantId, now } = context;
  const referred = await referencesOf(tx, context, wanted);
  if (referred.outcome === "rejected") return referred;
  const { invoiceId, lineItems, issueDate, dueDate } = wanted;
  // decided before a number is taken: a refused draft does not wait for those who create invoices
  const draft = { ...referred.references, lineItems, issueDate, dueDate, invoiceNumber: "" };
  const obstacle = decideInvoice({ type: "create_invoice", invoiceId, now, draft }, null);
  if (obstacle.outcome === "rejected") return obstacle;
  const invoiceNumber = wanted.invoiceNumber ?? (await nextNumber(tx, context));
  const command: InvoiceCommand = {
    type: "create_invoice",
    invoiceId,
    now,
    draft: { ...draft, invoiceNumber },
  };
  const decision = decideInvoice(command, null);
  if (decision.outcome !== "accepted") throw new Error("The number decides nothing");
  const state = evolveInvoice(null, decision.event);
  if (state === null) throw new Error("A creation leaves an invoice");
  if (!(await insertInvoice(tx, tenantId, state))) {
    if (wanted.invoiceNumber === null) throw new TransactionConflict("the number was taken");
    return invoiceNumberTaken(invoiceNumber);
  }
  return recordInvoiceEvent(tx, context, { before: null, state, event: decision.event });
}

async function nextNumber(tx: Queryable, { tenantId }: CommandContext): Promise<string> {
  const [number] = await takeNumbers(tx, tenantId, { series: invoiceNumbers, count: 1 });
  if (number === undefined) throw new Error("No number was taken");
  return number;
}

type References = Pick<InvoiceDraft, "customer" | "shipment" | "currency">;

async function referencesOf(
  tx: Queryable,
  { tenantId }: CommandContext,
  wanted: NewInvoice,
): Promise<
  | { readonly outcome: "found"; readonly references: References }
  | { readonly outcome: "rejected"; readonly rejection: Rejection }
> {
  const customer = await customerOfDraft(tx, tenantId, wanted.customerId);
  if (customer.outcome === "rejected") return customer;
  const shipment = await shipmentOfDraft(tx, tenantId, wanted.shipmentId);
  if (shipment.outcome === "rejected") return shipment;
  const { customerId, details } = customer.value;
  const currency = wanted.currency ?? details.currency;
  if (currency === null) return { outcome: "rejected", rejection: noCurrency };
  return {
    outcome: "found",
    references: {
      customer: { customerId, name: details.name },
      shipment: shipment.value,
      currency,
    },
  };
}

const noCurrency: Rejection = {
  kind: "invalid",
  field: "currency",
  reason: "is required, because the customer has none.",
};
