import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog } from "../ui/index.ts";
import type { Invoice } from "./invoice.ts";

const words = {
  void: {
    title: "Void",
    confirm: "Void the invoice",
    done: "Invoice voided",
    what: "It will count as never owed. This is final.",
  },
  uncollectible: {
    title: "Give up",
    confirm: "Mark as uncollectible",
    done: "Invoice given up",
    what: "It stays owed on paper, but nobody expects to be paid any more.",
  },
} as const;

export function CloseInvoiceDialog({
  invoice,
  how,
  onClose,
}: {
  readonly invoice: Invoice;
  readonly how: keyof typeof words;
  onClose(): void;
}) {
  const [reason, setReason] = useState("");
  const { title, confirm, done, what } = words[how];
  const close = useCommand({
    done,
    changes: [queryKeys.invoices],
    send: (_: null, { headers }) =>
      api.POST(how === "void" ? "/api/invoices/{id}/void" : "/api/invoices/{id}/uncollectible", {
        headers,
        params: { path: { id: invoice.id } },
        body: {
          version: invoice.version,
          ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
        },
      }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`${title} ${invoice.invoiceNumber}?`}
      confirmLabel={confirm}
      danger
      pending={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate(null)}
      onClose={onClose}
    >
      <p style={{ marginTop: 0 }}>{what}</p>
      <TextInput
        label="Reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
