import type { Instant, InvoicePayment, InvoiceState } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A payment and when it was entered. */
export interface RecordedPayment extends InvoicePayment {
  readonly recordedAt: Instant;
}

interface Row {
  readonly id: string;
  readonly amount_minor: number;
  readonly paid_on: string;
  readonly reference: string | null;
  readonly reverses_payment_id: string | null;
  readonly recorded_at: Instant;
}

/** In the order of recording. The invoice is one that the caller has found under its tenant. */
export async function findPayments(
  db: Queryable,
  invoiceId: string,
): Promise<readonly RecordedPayment[]> {
  const { rows } = await db.query<Row>({
    name: "find_payments",
    text: `
      select invoice_payments.id, invoice_payments.amount_minor, invoice_payments.paid_on, invoice_payments.reference,
        invoice_payments.reverses_payment_id, invoice_payments.recorded_at
      from write.invoice_payments
      where invoice_payments.invoice_id = $1
      order by invoice_payments.recorded_version`,
    values: [invoiceId],
  });
  return rows.map((row) => ({
    paymentId: row.id,
    amountMinor: row.amount_minor,
    paidOn: row.paid_on,
    reference: row.reference,
    reversesPaymentId: row.reverses_payment_id,
    recordedAt: row.recorded_at,
  }));
}

export async function insertPayment(
  tx: Queryable,
  { invoiceId, version, invoice }: InvoiceState,
  payment: InvoicePayment,
): Promise<void> {
  await tx.query({
    name: "insert_payment",
    text: `
      insert into write.invoice_payments (
        id, invoice_id, amount_minor, paid_on, reference, reverses_payment_id, recorded_version, recorded_at
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      payment.paymentId,
      invoiceId,
      payment.amountMinor,
      payment.paidOn,
      payment.reference,
      payment.reversesPaymentId,
      version,
      invoice.updatedAt,
    ],
  });
}
