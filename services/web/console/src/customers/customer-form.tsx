import { Button, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import type { paths } from "../api/index.ts";
import { fieldErrors, FormProblem, useCurrencies } from "../ui/index.ts";
import type { Customer } from "./customer.ts";
import classes from "./customers.module.css";

export type CustomerBody =
  paths["/api/customers"]["post"]["requestBody"]["content"]["application/json"];

/** Everything as it is typed; empty means none. */
interface Values {
  readonly name: string;
  readonly customerNumber: string;
  readonly contactName: string;
  readonly email: string;
  readonly phone: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly paymentTermsDays: string;
  readonly taxId: string;
  readonly externalReference: string;
}

const fields = [
  "name",
  "customerNumber",
  "contactName",
  "email",
  "phone",
  "line1",
  "line2",
  "city",
  "region",
  "postalCode",
  "countryCode",
  "currency",
  "paymentTermsDays",
  "taxId",
  "externalReference",
] as const satisfies readonly (keyof Values)[];

/** For a new customer and for changing one. */
export function CustomerForm({
  customer,
  saveLabel,
  saving,
  error,
  onSave,
  onCancel,
}: {
  readonly customer: Customer | null;
  readonly saveLabel: string;
  readonly saving: boolean;
  readonly error: unknown;
  onSave(body: CustomerBody): void;
  onCancel(): void;
}) {
  const currencies = useCurrencies();
  const form = useForm<Values>({
    initialValues: valuesOf(customer),
    validate: {
      name: (value) => (value.trim() === "" ? "Say who the customer is" : null),
      paymentTermsDays: (value) =>
        /^\d{0,4}$/.test(value.trim()) ? null : "A whole number of days",
      line1: (value, all) => missing(value, all),
      city: (value, all) => missing(value, all),
      countryCode: (value, all) =>
        missing(value, all) ??
        (value === "" || /^[a-z]{2}$/i.test(value.trim()) ? null : "Two letters, as DE"),
    },
  });
  const { setErrors } = form;
  useEffect(() => setErrors(fieldErrors(error, fields)), [error, setErrors]);
  const text = (name: keyof Values, label: string) => ({ label, ...form.getInputProps(name) });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => onSave(bodyOf(values, customer)))}
    >
      <fieldset className={classes.fieldset}>
        <legend>Customer</legend>
        <div className={classes.grid}>
          <TextInput {...text("name", "Name")} required autoFocus maxLength={200} />
          <TextInput
            {...text("customerNumber", "Number")}
            placeholder={customer === null ? "The next free one" : ""}
          />
          <TextInput {...text("externalReference", "Reference in another system")} />
        </div>
      </fieldset>
      <fieldset className={classes.fieldset}>
        <legend>Contact</legend>
        <div className={classes.grid}>
          <TextInput {...text("contactName", "Contact person")} />
          <TextInput {...text("email", "E-mail")} type="email" />
          <TextInput {...text("phone", "Telephone")} type="tel" />
        </div>
      </fieldset>
      <fieldset className={classes.fieldset}>
        <legend>Billing address</legend>
        <div className={classes.grid}>
          <TextInput {...text("line1", "Address")} />
          <TextInput {...text("line2", "Address, second line")} />
          <TextInput {...text("postalCode", "Postal code")} />
          <TextInput {...text("city", "City")} />
          <TextInput {...text("region", "Region")} />
          <TextInput {...text("countryCode", "Country")} placeholder="DE" maxLength={2} />
        </div>
      </fieldset>
      <fieldset className={classes.fieldset}>
        <legend>Billing</legend>
        <div className={classes.grid}>
          <Select
            label="Currency"
            data={[...currencies.keys()]}
            searchable
            clearable
            value={form.values.currency === "" ? null : form.values.currency}
            onChange={(value) => form.setFieldValue("currency", value ?? "")}
            error={form.errors["currency"]}
          />
          <TextInput
            {...text("paymentTermsDays", "Payment terms in days")}
            inputMode="numeric"
            placeholder="30"
          />
          <TextInput {...text("taxId", "Tax number")} />
        </div>
      </fieldset>
      <FormProblem error={error} fields={fields} />
      <div className={classes.actions}>
        <Button type="submit" loading={saving}>
          {saveLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** An address needs its line, city and country as soon as any of it is there. */
function missing(value: string, all: Values): string | null {
  const { line1, line2, city, region, postalCode, countryCode } = all;
  const any = [line1, line2, city, region, postalCode, countryCode].some(
    (part) => part.trim() !== "",
  );
  return any && value.trim() === "" ? "An address needs this" : null;
}

function valuesOf(customer: Customer | null): Values {
  const address = customer?.billingAddress;
  return {
    name: customer?.name ?? "",
    customerNumber: customer?.customerNumber ?? "",
    contactName: customer?.contactName ?? "",
    email: customer?.email ?? "",
    phone: customer?.phone ?? "",
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    city: address?.city ?? "",
    region: address?.region ?? "",
    postalCode: address?.postalCode ?? "",
    countryCode: address?.countryCode ?? "",
    currency: customer?.currency ?? "",
    paymentTermsDays: customer?.paymentTermsDays?.toString() ?? "",
    taxId: customer?.taxId ?? "",
    externalReference: customer?.externalReference ?? "",
  };
}

function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

function bodyOf(values: Values, customer: Customer | null): CustomerBody {
  const number = values.customerNumber.trim();
  const days = values.paymentTermsDays.trim();
  return {
    name: values.name.trim(),
    ...(number === "" || number === customer?.customerNumber ? {} : { customerNumber: number }),
    contactName: orNull(values.contactName),
    email: orNull(values.email),
    phone: orNull(values.phone),
    billingAddress:
      values.line1.trim() === ""
        ? null
        : {
            line1: values.line1.trim(),
            line2: orNull(values.line2),
            city: values.city.trim(),
            region: orNull(values.region),
            postalCode: orNull(values.postalCode),
            countryCode: values.countryCode.trim().toUpperCase(),
          },
    currency: orNull(values.currency),
    paymentTermsDays: days === "" ? null : Number(days),
    taxId: orNull(values.taxId),
    externalReference: orNull(values.externalReference),
  };
}
