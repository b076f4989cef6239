import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import {
  currenciesQuery,
  ErrorState,
  LoadingState,
  NotFoundState,
  PageHeader,
  StaleBanner,
} from "../ui/index.ts";
import { type DraftBody, DraftForm } from "./draft-form.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { InvoiceView } from "./invoice-view.tsx";
import { type Invoice, invoiceQuery, type RecordedPayment } from "./invoice.ts";

export function InvoiceScreen() {
  const { id = "" } = useParams();
  const query = useQuery(invoiceQuery(id));
  const currencies = useQuery(currenciesQuery);
  if (isStatus(query.error, 404)) {
    return (
      <NotFoundState title="Invoice not found">It may have been deleted as a draft.</NotFoundState>
    );
  }
  if (query.data === undefined || currencies.data === undefined) {
    const error = query.error ?? currencies.error;
    return (
      <>
        <PageHeader title="Invoice" />
        {error === null ? (
          <LoadingState label="Loading the invoice" />
        ) : (
          <ErrorState
            error={error}
            retry={() => void Promise.all([query.refetch(), currencies.refetch()])}
          />
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
  // as it was when the editing began: what was changed since is not overwritten unseen
  const [edited, setEdited] = useState<Invoice | null>(null);
  const change = useCommand({
    done: "Draft saved",
    changes: [queryKeys.invoices],
    send: (body: DraftBody, { headers }) =>
      api.PATCH("/api/invoices/{id}", {
        headers,
        params: { path: { id: invoice.id } },
        body: { ...body, version: (edited ?? invoice).version },
      }),
    onDone: () => setEdited(null),
  });
  return (
    <>
      <PageHeader
        title={invoice.invoiceNumber}
        mark={<InvoiceStatusMark invoice={invoice} />}
        subtitle={<Link to={`/customers/${invoice.customerId}`}>{invoice.customerName}</Link>}
        actions={
          edited === null ? (
            <InvoiceActions invoice={invoice} onEdit={() => setEdited(invoice)} />
          ) : undefined
        }
      />
      {stale && <StaleBanner retry={reload}>This invoice could not be loaded again.</StaleBanner>}
      {edited !== null && edited.version !== invoice.version && (
        <StaleBanner retry={() => setEdited(invoice)} retryLabel="Keep mine">
          Somebody has changed this invoice since you began. Saving needs your decision: keep what
          you typed in place of theirs, or cancel.
        </StaleBanner>
      )}
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
            setEdited(null);
          }}
        />
      ) : (
        <InvoiceView invoice={invoice} payments={payments} />
      )}
    </>
  );
}
