import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { shipmentModes } from "@shipment-tracking/domain";
import { type ReactNode, useRef, useState } from "react";
import { isStatus, sentenceFor } from "../api/index.ts";
import { Keys, useShortcuts } from "../keys/index.ts";
import { CustomerPicker } from "../pickers/index.ts";
import { fieldErrors, FormProblem, modeWords } from "../ui/index.ts";
import { PlaceFields, TimeZoneList } from "./place-fields.tsx";
import { ReferenceFields } from "./reference-fields.tsx";
import classes from "./shipment-form.module.css";
import { problemsOf } from "./validate.ts";
import type { Values } from "./values.ts";

const modes = shipmentModes.map((mode) => ({ value: mode, label: modeWords[mode] }));

export type Save = "save" | "saveAndNew";

/** For a new shipment and for changing one. */
export function ShipmentForm({
  values,
  customerName,
  isNew,
  saving,
  error,
  notice,
  onChange,
  onSave,
  onCancel,
}: {
  readonly values: Values;
  readonly customerName: string | null;
  readonly isNew: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  readonly notice?: ReactNode;
  onChange(values: Values): void;
  onSave(how: Save): void;
  onCancel(): void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(values);
  const fields = fieldsOf(values);
  // a new one conflicts with nothing else
  const taken = isNew && isStatus(error, 409);
  const errors: Readonly<Record<string, string>> = {
    ...fieldErrors(error, fields),
    ...(taken ? { shipmentNumber: sentenceFor(error) } : {}),
    ...(tried ? problems : {}),
  };
  const set = (changes: Partial<Values>) => onChange({ ...values, ...changes });
  const save = (how: Save) => {
    setTried(true);
    if (saving) return;
    if (Object.keys(problems).length === 0) onSave(how);
    // after the fields have been drawn with what is wrong
    else setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  useShortcuts("Form", [{ keys: "Mod+Enter", does: "Save", run: () => save("save") }]);
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save("save");
      }}
    >
      {notice}
      <div className={classes.places}>
        <PlaceFields
          title="Origin"
          name="origin"
          place={values.origin}
          timeLabel="Pickup scheduled"
          timeName="pickupScheduledAt"
          time={values.pickup}
          errors={errors}
          autoFocus
          onPlace={(origin) => set({ origin })}
          onTime={(pickup) => set({ pickup })}
        />
        <PlaceFields
          title="Destination"
          name="destination"
          place={values.destination}
          timeLabel="Delivery scheduled"
          timeName="deliveryScheduledAt"
          time={values.delivery}
          errors={errors}
          onPlace={(destination) => set({ destination })}
          onTime={(delivery) => set({ delivery })}
        />
      </div>
      <TimeZoneList />
      <fieldset className={classes.fieldset}>
        <legend>Shipment</legend>
        <div className={classes.grid}>
          <Select
            label="Mode"
            data={modes}
            allowDeselect={false}
            value={values.mode}
            error={errors["mode"]}
            onChange={(mode) => set({ mode: shipmentModes.find((one) => one === mode) ?? "ftl" })}
          />
          <TextInput
            label="Number"
            placeholder={isNew ? "The next free one" : ""}
            maxLength={64}
            value={values.shipmentNumber}
            error={errors["shipmentNumber"]}
            onChange={(event) => set({ shipmentNumber: event.currentTarget.value })}
          />
          <CustomerPicker
            label="Customer"
            placeholder="Search by name or number"
            value={values.customerId}
            valueLabel={customerName}
            error={errors["customerId"]}
            onChange={(customerId) => set({ customerId })}
          />
          <TextInput
            label="Carrier"
            maxLength={200}
            value={values.carrierName}
            error={errors["carrierName"]}
            onChange={(event) => set({ carrierName: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      <ReferenceFields
        references={values.references}
        errors={errors}
        onChange={(references) => set({ references })}
      />
      <Textarea
        label="Internal notes"
        description="Only your company reads them"
        autosize
        minRows={2}
        maxLength={4000}
        value={values.internalNotes}
        error={errors["internalNotes"]}
        onChange={(event) => set({ internalNotes: event.currentTarget.value })}
      />
      {!taken && <FormProblem error={error} fields={fields} />}
      <div className={classes.actions}>
        <Button type="submit" loading={saving}>
          {isNew ? "Create shipment" : "Save"}
        </Button>
        {isNew && (
          <Button variant="default" disabled={saving} onClick={() => save("saveAndNew")}>
            Save and new
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <span className={classes.hint}>
          <Keys keys="Mod+Enter" /> saves
        </span>
      </div>
    </form>
  );
}

function fieldsOf({ references }: Values): readonly string[] {
  const places = ["origin", "destination"].flatMap((place) =>
    ["city", "countryCode", "addressLine1", "postalCode", "timeZone"].map(
      (field) => `${place}.${field}`,
    ),
  );
  return [
    ...places,
    ...references.flatMap((_, index) => [
      `references.${String(index)}.type`,
      `references.${String(index)}.value`,
    ]),
    "mode",
    "shipmentNumber",
    "customerId",
    "carrierName",
    "pickupScheduledAt",
    "deliveryScheduledAt",
    "internalNotes",
  ];
}
