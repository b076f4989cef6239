import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { currenciesQuery, ErrorState, LoadingState, PageHeader } from "../ui/index.ts";
import { type DraftBody, DraftForm } from "./draft-form.tsx";

export function NewInvoiceScreen() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const currencies = useQuery(currenciesQuery);
  const create = useCommand({
    done: "Draft created",
    changes: [queryKeys.invoices],
    send: (body: DraftBody, options) => api.POST("/api/invoices", { ...options, body }),
    onDone: ({ data }) => void navigate(`/invoices/${data.invoice.id}`),
  });
  return (
    <>
      <PageHeader title="New invoice" />
      {currencies.data === undefined ? (
        currencies.error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={currencies.error} retry={() => void currencies.refetch()} />
        )
      ) : (
        <DraftForm
          invoice={null}
          customerId={parameters.get("customerId")}
          saving={create.isPending}
          error={create.error}
          onSave={(body) => create.mutate(body)}
          onCancel={() => void navigate("/invoices")}
        />
      )}
    </>
  );
}
