import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { paths } from "../api/index.ts";
import { customerQuery } from "../customers/customer.ts";
import { CustomerPicker, ShipmentPicker } from "../pickers/index.ts";
import { fieldErrors, FormProblem, useCurrencies } from "../ui/index.ts";
import { emptyLine, priceTyped, readLines, typedLines } from "./draft-lines.ts";
import { DraftTable } from "./draft-table.tsx";
import type { Invoice } from "./invoice.ts";
import classes from "./invoices.module.css";
import { Totals } from "./totals.tsx";

export type DraftBody =
  paths["/api/invoices"]["post"]["requestBody"]["content"]["application/json"];

const fields = ["invoiceNumber", "customerId", "shipmentId", "currency", "issueDate", "dueDate"];

/** A draft as it is typed; amounts and totals are computed by the code that the service uses. */
export function DraftForm({
  invoice,
  customerId: firstCustomerId,
  saving,
  error,
  onSave,
  onCancel,
}: {
  readonly invoice: Invoice | null;
  /** Of a new one. */
  readonly customerId?: string | null;
  readonly saving: boolean;
  readonly error: unknown;
  onSave(body: DraftBody): void;
  onCancel(): void;
}) {
  const currencies = useCurrencies();
  const [number, setNumber] = useState(invoice?.invoiceNumber ?? "");
  const [customerId, setCustomerId] = useState(invoice?.customerId ?? firstCustomerId ?? null);
  const [shipmentId, setShipmentId] = useState(invoice?.shipmentId ?? null);
  const [chosen, setChosen] = useState(invoice?.currency ?? null);
  const [dueDate, setDueDate] = useState(invoice?.dueDate ?? "");
  const { data } = useQuery({ ...customerQuery(customerId ?? ""), enabled: customerId !== null });
  const customer = data?.customer;
  const currency = chosen ?? customer?.currency ?? "EUR";
  const digits = currencies.get(currency)?.digits ?? 2;
  const [lines, setLines] = useState(() => {
    const given = invoice === null ? [] : typedLines(invoice, digits);
    return given.length === 0 ? [emptyLine()] : given;
  });
  const [tried, setTried] = useState(false);
  const read = useMemo(() => readLines(lines, digits), [lines, digits]);
  const price = useMemo(() => priceTyped(lines, digits), [lines, digits]);
  const wrong = { ...fieldErrors(error, fields) };
  if (tried && customerId === null) wrong["customerId"] = "Choose who gets the invoice";
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!read.ok || customerId === null) return;
        onSave({
          customerId,
          shipmentId,
          currency,
          lineItems: [...read.lines],
          dueDate: dueDate === "" ? null : dueDate,
          ...(number.trim() === "" ? {} : { invoiceNumber: number.trim() }),
        });
      }}
    >
      <div className={classes.grid}>
        <CustomerPicker
          label="Customer"
          required
          value={customerId}
          valueLabel={customer?.name ?? invoice?.customerName}
          error={wrong["customerId"]}
          onChange={(id) => setCustomerId(id)}
        />
        <ShipmentPicker
          label="Shipment"
          customerId={customerId}
          value={shipmentId}
          valueLabel={invoice?.shipmentNumber}
          error={wrong["shipmentId"]}
          onChange={(id) => setShipmentId(id)}
        />
        <Select
          label="Currency"
          searchable
          allowDeselect={false}
          data={[...currencies.keys()]}
          value={currency}
          error={wrong["currency"]}
          onChange={(value) => setChosen(value)}
        />
        <TextInput
          label="Number"
          placeholder="The next free one"
          value={number}
          error={wrong["invoiceNumber"]}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <TextInput
          label="Due date"
          type="date"
          value={dueDate}
          inputWrapperOrder={["label", "input", "description", "error"]}
          error={wrong["dueDate"]}
          description={
            customer?.paymentTermsDays === null || customer?.paymentTermsDays === undefined
              ? "Empty: decided when it is issued"
              : `Empty: ${String(customer.paymentTermsDays)} days after it is issued`
          }
          onChange={(event) => setDueDate(event.currentTarget.value)}
        />
      </div>
      <DraftTable
        lines={lines}
        price={price}
        currency={currency}
        errors={tried && !read.ok ? read.errors : {}}
        onChange={setLines}
      />
      <Totals {...price} currency={currency} />
      <FormProblem error={error} fields={fields} />
      <div className={classes.actions}>
        <Button type="submit" loading={saving}>
          Save draft
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
