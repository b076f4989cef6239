import { customerItemSchema, invoiceItemSchema } from "@shipment-tracking/contracts";
import { jsonSchemaOf, type JsonSchema } from "./json-schema.ts";
import { refTo } from "./ref-to.ts";

const lineItem = invoiceItemSchema.shape.lineItems.element;
const address = customerItemSchema.shape.billingAddress.unwrap();

/** The schemas of customers and invoices (decisions on customers and invoices). */
export const billingComponents: Readonly<Record<string, JsonSchema>> = {
  Customer: jsonSchemaOf(customerItemSchema, {
    status: { ...refTo("CustomerStatus"), description: "Current status." },
    billingAddress: { anyOf: [refTo("BillingAddress"), { type: "null" }] },
  }),
  CustomerStatus: {
    ...jsonSchemaOf(customerItemSchema.shape.status),
    description:
      "`active`: in use. `inactive`: kept, but not offered for new shipments and invoices.",
  },
  BillingAddress: jsonSchemaOf(address),
  Invoice: jsonSchemaOf(invoiceItemSchema, {
    status: { ...refTo("InvoiceStatus"), description: "Current status." },
    lineItems: { type: "array", items: refTo("InvoiceLineItem") },
  }),
  InvoiceStatus: {
    ...jsonSchemaOf(invoiceItemSchema.shape.status),
    description:
      "`draft`: being written, can be changed or deleted. `issued`: sent, nothing paid. `partially_paid`: something paid, a balance open. `paid`: nothing open. `void`: issued by mistake, owed by nobody. `uncollectible`: given up. Whether an invoice is overdue is told by `overdue`, not by the status.",
  },
  InvoiceLineItem: jsonSchemaOf(lineItem, {
    chargeCode: refTo("ChargeCode"),
    description: { type: "string", description: "What is charged, in words." },
  }),
  ChargeCode: {
    ...jsonSchemaOf(lineItem.shape.chargeCode),
    description: "`tax` lines add up to `taxMinor`, all others to `subtotalMinor`.",
  },
};
