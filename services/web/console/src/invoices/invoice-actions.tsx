import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog } from "../ui/index.ts";
import { CloseInvoiceDialog } from "./close-invoice-dialog.tsx";
import type { Invoice } from "./invoice.ts";
import { IssueDialog } from "./issue-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

type Dialog = "issue" | "payment" | "void" | "uncollectible" | "delete";

/** What the invoice's status lets one do with it. */
export function InvoiceActions({ invoice, onEdit }: { readonly invoice: Invoice; onEdit(): void }) {
  const session = useSession();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const print = (
    <Button variant="default" onClick={() => globalThis.print()}>
      Print
    </Button>
  );
  if (!session.may("invoices:write")) return print;
  const isDraft = invoice.status === "draft";
  const isOpen = invoice.status === "issued" || invoice.status === "partially_paid";
  return (
    <>
      {print}
      {isDraft && (
        <>
          <Button variant="default" onClick={() => setDialog("delete")}>
            Delete
          </Button>
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
          <Button onClick={() => setDialog("issue")}>Issue</Button>
        </>
      )}
      {isOpen && (
        <>
          {invoice.amountPaidMinor === 0 && (
            <Button variant="default" onClick={() => setDialog("void")}>
              Void
            </Button>
          )}
          <Button variant="default" onClick={() => setDialog("uncollectible")}>
            Give up
          </Button>
          <Button onClick={() => setDialog("payment")}>Record a payment</Button>
        </>
      )}
      {dialog === "issue" && <IssueDialog invoice={invoice} onClose={close} />}
      {dialog === "payment" && <PaymentDialog invoice={invoice} onClose={close} />}
      {(dialog === "void" || dialog === "uncollectible") && (
        <CloseInvoiceDialog invoice={invoice} how={dialog} onClose={close} />
      )}
      {dialog === "delete" && <DeleteDialog invoice={invoice} onClose={close} />}
    </>
  );
}

function DeleteDialog({ invoice, onClose }: { readonly invoice: Invoice; onClose(): void }) {
  const navigate = useNavigate();
  const remove = useCommand({
    done: "Draft deleted",
    changes: [[...queryKeys.invoices, "list"]],
    send: (_: null, { headers }) =>
      api.DELETE("/api/invoices/{id}", {
        headers,
        params: { path: { id: invoice.id } },
        body: { version: invoice.version },
      }),
    onDone: () => void navigate("/invoices"),
  });
  return (
    <ConfirmDialog
      opened
      title={`Delete the draft ${invoice.invoiceNumber}?`}
      confirmLabel="Delete the draft"
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    >
      It was never issued, so nothing is kept of it but the line in the audit log.
    </ConfirmDialog>
  );
}
