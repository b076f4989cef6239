import type { Position } from "@shipment-tracking/contracts";
import type {
  InvoiceEvent,
  InvoicePayment,
  InvoiceState,
  Rejection,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { appendOne } from "../commands/append-one.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { auditInvoice } from "./audit-invoice.ts";
import type { StoredInvoice } from "./invoice-rows.ts";

export type InvoiceOutcome =
  | {
      readonly outcome: "done";
      /** Null after the deletion. */
      readonly state: StoredInvoice | null;
      /** What was recorded, when a payment or its reversal was. */
      readonly payment: InvoicePayment | null;
      /** At or after the invoice's newest event. */
      readonly position: Position;
    }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

/** The last two statements of each change: its audit line and its event. */
export async function recordInvoiceEvent(
  tx: Queryable,
  context: CommandContext,
  change: {
    readonly before: InvoiceState | null;
    readonly state: InvoiceState | null;
    readonly event: InvoiceEvent;
  },
): Promise<InvoiceOutcome> {
  const { before, state, event } = change;
  await recordAudit(tx, [auditInvoice(context, change)]);
  const position = await appendOne(tx, context, {
    streamId: event.invoiceId,
    expectedVersion: before?.version ?? 0,
    event,
  });
  const payment = event.type === "invoice.payment_recorded" ? event.payment : null;
  return { outcome: "done", state, payment, position };
}

export function invoiceNumberTaken(invoiceNumber: string): InvoiceOutcome {
  const reason = `The invoice number ${invoiceNumber} is already used.`;
  return { outcome: "rejected", rejection: { kind: "conflict", reason } };
}
