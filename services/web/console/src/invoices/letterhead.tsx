import { useQuery } from "@tanstack/react-query";
import { useSession } from "../app/session.ts";
import { addressLines, customerQuery } from "../customers/customer.ts";
import type { Invoice } from "./invoice.ts";
import classes from "./invoices.module.css";

/** On paper only: who sends the invoice, and to whom. */
export function Letterhead({ invoice }: { readonly invoice: Invoice }) {
  const { tenant } = useSession();
  const customer = useQuery(customerQuery(invoice.customerId)).data?.customer;
  const lines = customer === undefined ? [] : addressLines(customer);
  return (
    <div className={classes.letterhead}>
      <p>
        <strong>{tenant.name}</strong>
      </p>
      <p>
        <bdi>{invoice.customerName}</bdi>
        {lines.map((line, index) => (
          // lines of an address have no other identity than their place
          <span key={index}>
            <br />
            <bdi>{line}</bdi>
          </span>
        ))}
        {customer !== undefined && customer.taxId !== null && (
          <>
            <br />
            Tax number {customer.taxId}
          </>
        )}
      </p>
    </div>
  );
}
