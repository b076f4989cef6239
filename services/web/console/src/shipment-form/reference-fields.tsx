import { ActionIcon, Button, TextInput } from "@mantine/core";
import { Cross2Icon, PlusIcon } from "@radix-ui/react-icons";
import { useRef } from "react";
import type { TypedReference } from "./values.ts";
import classes from "./shipment-form.module.css";

const most = 20;

/** Numbers that others know the shipment by. */
export function ReferenceFields({
  references,
  errors,
  onChange,
}: {
  readonly references: readonly TypedReference[];
  readonly errors: Readonly<Record<string, string>>;
  onChange(references: readonly TypedReference[]): void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const set = (index: number, changes: Partial<TypedReference>) =>
    onChange(references.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <fieldset className={classes.fieldset}>
      <legend>References</legend>
      {references.map(({ key, type, value }, index) => (
        <div key={key} className={classes.reference}>
          <TextInput
            aria-label={`Kind of reference ${String(index + 1)}`}
            placeholder="Order"
            autoFocus={type === "" && value === ""}
            maxLength={64}
            value={type}
            error={errors[`references.${String(index)}.type`]}
            onChange={(event) => set(index, { type: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Reference ${String(index + 1)}`}
            placeholder="4500123456"
            maxLength={200}
            value={value}
            error={errors[`references.${String(index)}.value`]}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove reference ${String(index + 1)}`}
            onClick={() => {
              onChange(references.filter((_, at) => at !== index));
              add.current?.focus();
            }}
          >
            <Cross2Icon aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {references.length < most && (
        <Button
          ref={add}
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => {
            const key = Math.max(-1, ...references.map((one) => one.key)) + 1;
            onChange([...references, { key, type: "", value: "" }]);
          }}
        >
          Add reference
        </Button>
      )}
    </fieldset>
  );
}
