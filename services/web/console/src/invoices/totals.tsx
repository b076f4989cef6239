import { Money } from "../ui/index.ts";
import classes from "./invoices.module.css";

export function Totals({
  subtotalMinor,
  taxMinor,
  totalMinor,
  currency,
}: {
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly currency: string;
}) {
  return (
    <dl className={classes.totals}>
      <dt>Subtotal</dt>
      <dd>
        <Money amountMinor={subtotalMinor} currency={currency} />
      </dd>
      <dt>Tax</dt>
      <dd>
        <Money amountMinor={taxMinor} currency={currency} />
      </dd>
      <dt className={classes.grand}>Total</dt>
      <dd className={classes.grand}>
        <Money amountMinor={totalMinor} currency={currency} />
      </dd>
    </dl>
  );
}
