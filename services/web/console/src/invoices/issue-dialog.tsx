import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog, useMoney } from "../ui/index.ts";
import type { Invoice } from "./invoice.ts";

export function IssueDialog({ invoice, onClose }: { readonly invoice: Invoice; onClose(): void }) {
  const write = useMoney();
  const [issueDate, setIssueDate] = useState("");
  const [dueDate, setDueDate] = useState(invoice.dueDate ?? "");
  const issue = useCommand({
    done: "Invoice issued",
    changes: [queryKeys.invoices],
    send: (_: null, { headers }) =>
      api.POST("/api/invoices/{id}/issue", {
        headers,
        params: { path: { id: invoice.id } },
        body: {
          version: invoice.version,
          ...(issueDate === "" ? {} : { issueDate }),
          ...(dueDate === "" ? {} : { dueDate }),
        },
      }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`Issue ${invoice.invoiceNumber}?`}
      confirmLabel="Issue"
      pending={issue.isPending}
      error={issue.error}
      onConfirm={() => issue.mutate(null)}
      onClose={onClose}
    >
      <p style={{ marginTop: 0 }}>
        {write(invoice.totalMinor, invoice.currency)} for {invoice.customerName}. After that its
        lines cannot be changed any more.
      </p>
      <TextInput
        label="Issue date"
        description="Empty: today"
        type="date"
        value={issueDate}
        onChange={(event) => setIssueDate(event.currentTarget.value)}
      />
      <TextInput
        label="Due date"
        description="Empty: by the customer's payment terms"
        type="date"
        mt={10}
        value={dueDate}
        onChange={(event) => setDueDate(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
