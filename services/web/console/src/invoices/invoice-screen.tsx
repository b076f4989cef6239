import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ErrorState, LoadingState, NotFoundState, PageHeader, StaleBanner } from "../ui/index.ts";
import { type DraftBody, DraftForm } from "./draft-form.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { type Invoice, invoiceQuery, type RecordedPayment } from "./invoice.ts";

export function InvoiceScreen() {
  const { id = "" } = useParams();
  const query = useQuery(invoiceQuery(id));
  if (isStatus(query.error, 404)) {
    return (
      <NotFoundState title="Invoice not found">It may have been deleted as a draft.</NotFoundState>
    );
  }
  if (query.data === undefined) {
    return (
      <>
        <PageHeader title="Invoice" />
        {query.error === null ? (
          <LoadingState label="Loading the invoice" />
        ) : (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return (
    <WholeInvoice
      invoice={query.data.invoice}
      payments={query.data.payments}
      stale={query.isError}
      reload={() => void query.refetch()}
    />
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
  readonly stale: boolean;
  reload(): void;
}) {
  const [editing, setEditing] = useState(false);
  const change = useCommand({
    done: "Draft saved",
    changes: [queryKeys.invoices],
    send: (body: DraftBody, { headers }) =>
      api.PATCH("/api/invoices/{id}", {
        headers,
        params: { path: { id: invoice.id } },
        body: { ...body, version: invoice.version },
      }),
    onDone: () => setEditing(false),
  });
  return (
    <>
      <PageHeader
        title={invoice.invoiceNumber}
        mark={<InvoiceStatusMark invoice={invoice} />}
        subtitle={<Link to={`/customers/${invoice.customerId}`}>{invoice.customerName}</Link>}
        actions={
          editing ? undefined : <InvoiceActions invoice={invoice} onEdit={() => setEditing(true)} />
        }
      />
      {stale && <StaleBanner retry={reload}>This invoice could not be loaded again.</StaleBanner>}
      {isStatus(change.error, 409) && (
        <StaleBanner retry={reload}>
          It could not be saved as things stand. What you typed is kept; load again and save once
          more.
        </StaleBanner>
      )}
      {editing ? (
        <DraftForm
          invoice={invoice}
          saving={change.isPending}
          error={change.error}
          onSave={(body) => change.mutate(body)}
          onCancel={() => {
            change.reset();
            setEditing(false);
          }}
        />
      ) : (
        <InvoiceView invoice={invoice} payments={payments} />
      )}
    </>
  );
}
