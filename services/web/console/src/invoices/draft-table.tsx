import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { chargeCodes } from "@shipment-tracking/domain";
import { useRef } from "react";
import { useMoney } from "../ui/index.ts";
import { emptyLine, type LivePrice, type TypedLine } from "./draft-lines.ts";
import { chargeChoices } from "./invoice.ts";
import classes from "./invoices.module.css";

/** The lines of a draft. Enter in the last one adds another. */
export function DraftTable({
  lines,
  price,
  currency,
  errors,
  onChange,
}: {
  readonly lines: readonly TypedLine[];
  readonly price: LivePrice;
  readonly currency: string;
  /** By `<index>.<field>`. */
  readonly errors: Readonly<Record<string, string>>;
  onChange(lines: readonly TypedLine[]): void;
}) {
  const write = useMoney();
  const body = useRef<HTMLTableSectionElement>(null);
  const change = (index: number, part: Partial<TypedLine>) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, ...part } : line)));
  const add = () => {
    onChange([...lines, emptyLine()]);
    // the new row is there after the next paint
    requestAnimationFrame(() => {
      body.current?.querySelector<HTMLElement>("tr:last-child input[name=description]")?.focus();
    });
  };
  return (
    <div className={classes.scroll}>
      <table className={`${classes["lines"] ?? ""} ${classes["draft"] ?? ""}`} aria-label="Lines">
        <thead>
          <tr>
            <th style={{ width: 150 }}>Charge</th>
            <th style={{ minWidth: 200 }}>Description</th>
            <th style={{ width: 100 }}>Quantity</th>
            <th style={{ width: 130 }}>Unit price</th>
            <th style={{ width: 140 }} className={classes.end}>
              Amount
            </th>
            <th style={{ width: 36 }}>
              <span className="st-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.map((line, index) => {
            const nth = String(index + 1);
            const at = String(index);
            const amount = price.amounts[index] ?? null;
            return (
              <tr
                key={line.key}
                onKeyDown={(event) => {
                  const isInput = event.target instanceof HTMLInputElement;
                  if (event.key !== "Enter" || !isInput || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  if (index === lines.length - 1) add();
                }}
              >
                <td data-part="charge" data-label="Charge">
                  <NativeSelect
                    aria-label={`Charge of line ${nth}`}
                    value={line.chargeCode}
                    data={chargeChoices}
                    onChange={(event) => {
                      const code = chargeCodes.find((known) => known === event.currentTarget.value);
                      if (code !== undefined) change(index, { chargeCode: code });
                    }}
                  />
                </td>
                <td data-part="description" data-label="Description">
                  <TextInput
                    aria-label={`Description of line ${nth}`}
                    name="description"
                    value={line.description}
                    maxLength={500}
                    error={errors[`${at}.description`]}
                    onChange={(event) => change(index, { description: event.currentTarget.value })}
                  />
                </td>
                <td data-label="Quantity">
                  <TextInput
                    aria-label={`Quantity of line ${nth}`}
                    value={line.quantity}
                    inputMode="decimal"
                    error={errors[`${at}.quantity`]}
                    onChange={(event) => change(index, { quantity: event.currentTarget.value })}
                  />
                </td>
                <td data-label="Unit price">
                  <TextInput
                    aria-label={`Unit price of line ${nth}`}
                    value={line.unitAmount}
                    inputMode="decimal"
                    error={errors[`${at}.unitAmount`]}
                    onChange={(event) => change(index, { unitAmount: event.currentTarget.value })}
                  />
                </td>
                <td className={`${classes["amount"] ?? ""} st-number`} data-label="Amount">
                  {amount === null ? "–" : write(amount, currency)}
                </td>
                <td data-part="remove">
                  <ActionIcon
                    aria-label={`Remove line ${nth}`}
                    size="lg"
                    onClick={() => onChange(lines.filter((_, place) => place !== index))}
                  >
                    <TrashIcon aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button
        variant="default"
        mt={8}
        leftSection={<PlusIcon aria-hidden />}
        onClick={add}
        disabled={lines.length >= 200}
      >
        Add a line
      </Button>
    </div>
  );
}
