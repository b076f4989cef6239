import type { ReactNode } from "react";
import { Time } from "../ui/index.ts";
import { addressLines, type Customer } from "./customer.ts";
import classes from "./customers.module.css";

export function CustomerFacts({ customer }: { readonly customer: Customer }) {
  const lines = addressLines(customer);
  return (
    <section className={classes.section} aria-label="Details">
      <dl className={classes.facts}>
        <Fact name="Contact">{customer.contactName}</Fact>
        <Fact name="E-mail">
          {customer.email === null ? null : (
            <a href={`mailto:${customer.email}`}>{customer.email}</a>
          )}
        </Fact>
        <Fact name="Telephone">
          {customer.phone === null ? null : <a href={`tel:${customer.phone}`}>{customer.phone}</a>}
        </Fact>
        <Fact name="Address">
          {lines.length === 0
            ? null
            : lines.map((line, index) => (
                // lines of an address have no other identity than their place
                <div key={index}>{line}</div>
              ))}
        </Fact>
        <Fact name="Currency">{customer.currency}</Fact>
        <Fact name="Payment terms">
          {customer.paymentTermsDays === null ? null : `${String(customer.paymentTermsDays)} days`}
        </Fact>
        <Fact name="Tax number">{customer.taxId}</Fact>
        <Fact name="Reference">{customer.externalReference}</Fact>
        <Fact name="Created">
          <Time at={customer.createdAt} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children ?? "–"}</dd>
    </>
  );
}
