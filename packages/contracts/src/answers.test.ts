import { expect, test } from "vitest";
import { customerItemSchema, invoiceItemSchema } from "./billing-answers.ts";
import {
  errorSchema,
  publicTrackingEventSchema,
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
  trackingEventSchema,
} from "./answers.ts";

test("answers have the fields of the specification in its order", () => {
  const item = [
    "id",
    "shipmentNumber",
    "status",
    "mode",
    "originCity",
    "destCity",
    "pickupScheduledAt",
    "deliveryScheduledAt",
    "createdAt",
  ];
  const event = ["eventType", "status", "city", "eventAt"];
  expect(Object.keys(shipmentItemSchema.shape)).toEqual(item);
  expect(Object.keys(shipmentDetailSchema.shape)).toEqual([...item, "tracking"]);
  expect(Object.keys(trackingEventSchema.shape)).toEqual(event);
  expect(Object.keys(publicTrackingEventSchema.shape)).toEqual([...event, "description"]);
  expect(Object.keys(publicTrackingSchema.shape)).toEqual([...item.slice(1, -1), "events"]);
  expect(Object.keys(errorSchema.shape)).toEqual(["error"]);
});

test("customers and invoices have the fields of the decisions in their order", () => {
  const keysOf = (schema: { readonly shape: object }) => Object.keys(schema.shape).join(" ");
  expect(keysOf(customerItemSchema)).toBe(
    "id customerNumber name status contactName email phone billingAddress currency paymentTermsDays taxId externalReference createdAt updatedAt",
  );
  expect(keysOf(customerItemSchema.shape.billingAddress.unwrap())).toBe(
    "line1 line2 city region postalCode countryCode",
  );
  expect(keysOf(invoiceItemSchema)).toBe(
    "id invoiceNumber status overdue customerId customerName shipmentId shipmentNumber currency subtotalMinor taxMinor totalMinor amountPaidMinor balanceMinor lineItems issueDate dueDate issuedAt paidAt voidedAt createdAt updatedAt",
  );
  expect(keysOf(invoiceItemSchema.shape.lineItems.element)).toBe(
    "chargeCode description quantity unitAmountMinor amountMinor",
  );
});

test("an additional field or a timestamp without milliseconds is not an answer", () => {
  const event = {
    eventType: "pickup",
    status: "picked_up",
    city: "Bern",
    eventAt: "2026-01-02T03:04:05.000Z",
  };
  expect(trackingEventSchema.safeParse(event).success).toBe(true);
  expect(trackingEventSchema.safeParse({ ...event, description: null }).success).toBe(false);
  expect(trackingEventSchema.safeParse({ ...event, eventAt: "2026-01-02T03:04:05Z" }).success).toBe(
    false,
  );
});
