import { Button } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog, EmptyState, Money, Time, useMoney } from "../ui/index.ts";
import type { Invoice, RecordedPayment } from "./invoice.ts";
import classes from "./invoices.module.css";

export function PaymentTable({
  invoice,
  payments,
}: {
  readonly invoice: Invoice;
  readonly payments: readonly RecordedPayment[];
}) {
  const session = useSession();
  const write = useMoney();
  const [asked, setAsked] = useState<RecordedPayment | null>(null);
  const reverse = useCommand({
    done: "Payment taken back",
    changes: [queryKeys.invoices],
    send: (payment: RecordedPayment, { headers }) =>
      api.POST("/api/invoices/{id}/payments/{paymentId}/reverse", {
        headers,
        params: { path: { id: invoice.id, paymentId: payment.id } },
        body: { version: invoice.version },
      }),
    onDone: () => setAsked(null),
  });
  if (payments.length === 0) return <EmptyState title="Nothing was paid yet" />;
  const reversed = new Set(payments.map((payment) => payment.reversesPaymentId));
  const mayReverse =
    session.may("invoices:write") && ["partially_paid", "issued"].includes(invoice.status);
  return (
    <div className={classes.scroll}>
      <table className={classes.lines} aria-label="Payments">
        <thead>
          <tr>
            <th>Paid on</th>
            <th>Reference</th>
            <th className={`${classes["wide"] ?? ""} ${classes["control"] ?? ""}`}>Recorded</th>
            <th className={classes.end}>Amount</th>
            {mayReverse && (
              <th className={classes.control}>
                <span className="st-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr
              key={payment.id}
              className={reversed.has(payment.id) ? classes.reversed : undefined}
            >
              <td className="st-number">{payment.paidOn}</td>
              <td>{referenceOf(payment, payments)}</td>
              <td className={`${classes["wide"] ?? ""} ${classes["control"] ?? ""}`}>
                <Time at={payment.recordedAt} />
              </td>
              <td className={classes.end}>
                <Money amountMinor={payment.amountMinor} currency={invoice.currency} />
              </td>
              {mayReverse && (
                <td className={`${classes["end"] ?? ""} ${classes["control"] ?? ""}`}>
                  {payment.reversesPaymentId === null && !reversed.has(payment.id) && (
                    <Button variant="subtle" size="compact-xs" onClick={() => setAsked(payment)}>
                      Take back
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        opened={asked !== null}
        title="Take the payment back?"
        confirmLabel="Take back"
        danger
        pending={reverse.isPending}
        error={reverse.error}
        onConfirm={() => {
          if (asked !== null) reverse.mutate(asked);
        }}
        onClose={() => {
          reverse.reset();
          setAsked(null);
        }}
      >
        {asked !== null &&
          `${write(asked.amountMinor, invoice.currency)} of ${asked.paidOn} will be open again. Both entries stay in the list.`}
      </ConfirmDialog>
    </div>
  );
}

/** A reversal names what it takes back. */
function referenceOf(payment: RecordedPayment, payments: readonly RecordedPayment[]): string {
  const { reversesPaymentId } = payment;
  if (reversesPaymentId === null) return payment.reference ?? "–";
  const reversed = payments.find(({ id }) => id === reversesPaymentId);
  const reference = payment.reference ?? reversed?.reference ?? null;
  return reference === null ? "Taken back" : `Taken back: ${reference}`;
}
