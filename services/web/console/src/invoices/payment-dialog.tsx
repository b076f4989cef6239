import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog, formatMinor, parseMinor, useCurrencies, useMoney } from "../ui/index.ts";
import type { Invoice } from "./invoice.ts";

export function PaymentDialog({
  invoice,
  onClose,
}: {
  readonly invoice: Invoice;
  onClose(): void;
}) {
  const write = useMoney();
  const digits = useCurrencies().get(invoice.currency)?.digits ?? 2;
  const [amount, setAmount] = useState(() => formatMinor(invoice.balanceMinor, "", digits).trim());
  const [paidOn, setPaidOn] = useState("");
  const [reference, setReference] = useState("");
  const [tried, setTried] = useState(false);
  const amountMinor = parseMinor(amount, digits);
  const wrong =
    amountMinor === null || amountMinor <= 0
      ? `An amount above 0 with at most ${String(digits)} decimals`
      : null;
  const pay = useCommand({
    done: "Payment recorded",
    changes: [queryKeys.invoices],
    send: (paid: number, { headers }) =>
      api.POST("/api/invoices/{id}/payments", {
        headers,
        params: { path: { id: invoice.id } },
        body: {
          amountMinor: paid,
          currency: invoice.currency,
          version: invoice.version,
          ...(paidOn === "" ? {} : { paidOn }),
          ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
        },
      }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`Payment on ${invoice.invoiceNumber}`}
      confirmLabel="Record the payment"
      pending={pay.isPending}
      error={pay.error}
      onConfirm={() => {
        setTried(true);
        if (amountMinor !== null && wrong === null) pay.mutate(amountMinor);
      }}
      onClose={onClose}
    >
      <TextInput
        label={`Amount in ${invoice.currency}`}
        description={`Open: ${write(invoice.balanceMinor, invoice.currency)}`}
        inputMode="decimal"
        data-autofocus
        value={amount}
        error={tried ? wrong : null}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label="Paid on"
        description="Empty: today"
        type="date"
        mt={10}
        value={paidOn}
        onChange={(event) => setPaidOn(event.currentTarget.value)}
      />
      <TextInput
        label="Reference"
        mt={10}
        maxLength={200}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
