import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState, Money, Time } from "../ui/index.ts";
import { chargeWord, type Invoice, isOwed, type RecordedPayment } from "./invoice.ts";
import classes from "./invoices.module.css";
import { Letterhead } from "./letterhead.tsx";
import { PaymentTable } from "./payment-table.tsx";
import { Totals } from "./totals.tsx";

/** The invoice as it would be printed, then what was paid on it. */
export function InvoiceView({
  invoice,
  payments,
}: {
  readonly invoice: Invoice;
  readonly payments: readonly RecordedPayment[];
}) {
  return (
    <>
      <Letterhead invoice={invoice} />
      <dl className={classes.facts}>
        <Fact name="Issued">{invoice.issueDate}</Fact>
        <Fact name="Due">{invoice.dueDate}</Fact>
        <Fact name="Shipment">
          {invoice.shipmentId === null ? null : (
            <Link to={`/shipments/${invoice.shipmentId}`}>{invoice.shipmentNumber}</Link>
          )}
        </Fact>
        <Fact name="Total">
          <Money amountMinor={invoice.totalMinor} currency={invoice.currency} />
        </Fact>
        <Fact name="Paid">
          <Money amountMinor={invoice.amountPaidMinor} currency={invoice.currency} />
        </Fact>
        <Fact name="Open">
          {isOwed(invoice) ? (
            <strong>
              <Money amountMinor={invoice.balanceMinor} currency={invoice.currency} />
            </strong>
          ) : null}
        </Fact>
        {invoice.paidAt !== null && (
          <Fact name="Paid on">
            <Time at={invoice.paidAt} format="short" />
          </Fact>
        )}
        {invoice.voidedAt !== null && (
          <Fact name="Voided">
            <Time at={invoice.voidedAt} format="short" />
          </Fact>
        )}
      </dl>
      <section className={classes.section} aria-labelledby="invoice-lines">
        <h2 id="invoice-lines">Lines</h2>
        {invoice.lineItems.length === 0 ? (
          <EmptyState title="No lines yet">An invoice is issued with at least one.</EmptyState>
        ) : (
          <>
            <Lines invoice={invoice} />
            <Totals {...invoice} />
          </>
        )}
      </section>
      {invoice.status !== "draft" && (
        <section className={classes.section} aria-labelledby="invoice-payments">
          <h2 id="invoice-payments">Payments</h2>
          <PaymentTable invoice={invoice} payments={payments} />
        </section>
      )}
    </>
  );
}

function Lines({ invoice }: { readonly invoice: Invoice }) {
  const { currency } = invoice;
  return (
    <div className={classes.scroll}>
      <table className={classes.lines} aria-label="Lines">
        <thead>
          <tr>
            <th className={classes.wide}>Charge</th>
            <th>Description</th>
            <th className={classes.end}>Quantity</th>
            <th className={classes.end}>Unit price</th>
            <th className={classes.end}>Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lineItems.map((line, index) => (
            // lines have no other identity than their place
            <tr key={index}>
              <td className={classes.wide}>{chargeWord(line.chargeCode)}</td>
              <td>
                <span className={classes.part}>{chargeWord(line.chargeCode)}</span>
                {line.description}
              </td>
              <td className={`${classes["end"] ?? ""} st-number`}>{line.quantity}</td>
              <td className={classes.end}>
                <Money amountMinor={line.unitAmountMinor} currency={currency} />
              </td>
              <td className={classes.end}>
                <Money amountMinor={line.amountMinor} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="st-number">{children ?? "–"}</dd>
    </div>
  );
}
