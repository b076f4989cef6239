import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { currenciesQuery, LoadedScreen, PageHeader, useEditing } from "../ui/index.ts";
import { type DraftBody, DraftForm } from "./draft-form.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { type Invoice, invoiceQuery, type RecordedPayment } from "./invoice.ts";
import classes from "./invoices.module.css";

export function InvoiceScreen() {
  const { id = "" } = useParams();
  const query = useQuery(invoiceQuery(id));
  const currencies = useQuery(currenciesQuery);
  return (
    <LoadedScreen
      query={query}
      needs={currencies}
      title="Invoice"
      what="invoice"
      missing="It may have been deleted as a draft."
    >
      {({ invoice, payments }, loaded) => (
        <WholeInvoice invoice={invoice} payments={payments} {...loaded} />
      )}
    </LoadedScreen>
  );
}

function WholeInvoice({
  invoice,
  payments,
  stale,
  reload,
}: {
  readonly invoice: Invoice;
  readonly payments: readonly RecordedPayment[];
  readonly stale: ReactNode;
  reload(): void;
}) {
  const { edited, conflict, begin, end } = useEditing(invoice, "invoice");
  const change = useCommand({
    done: "Draft saved",
    changes: [queryKeys.invoices],
    send: (body: DraftBody, { headers }) =>
      api.PATCH("/api/invoices/{id}", {
        headers,
        params: { path: { id: invoice.id } },
        body: { ...body, version: (edited ?? invoice).version },
      }),
    onDone: end,
  });
  return (
    <>
      <PageHeader
        title={invoice.invoiceNumber}
        mark={<InvoiceStatusMark invoice={invoice} />}
        subtitle={
          <Link className={classes.control} to={`/customers/${invoice.customerId}`}>
            {invoice.customerName}
          </Link>
        }
        actions={edited === null ? <InvoiceActions invoice={invoice} onEdit={begin} /> : undefined}
      />
      {stale}
      {conflict}
      {edited !== null ? (
        <DraftForm
          invoice={edited}
          saving={change.isPending}
          error={change.error}
          onSave={(body) =>
            change.mutate(body, {
              onError: (error) => {
                if (isStatus(error, 409)) reload();
              },
            })
          }
          onCancel={() => {
            change.reset();
            end();
          }}
        />
      ) : (
        <InvoiceView invoice={invoice} payments={payments} />
      )}
    </>
  );
}
