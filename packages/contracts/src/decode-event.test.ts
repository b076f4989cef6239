import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ShipmentEvent } from "@shipment-tracking/domain";
import { accountEventSchemas } from "./account-event.ts";
import { customerEventSchemas, invoiceEventSchemas } from "./billing-event.ts";
import { decodeEvent, decodeWith, UndecodableEvent, type LogEvent } from "./decode-event.ts";
import { encodeEvent } from "./encode-event.ts";
import type { EventRecord } from "./envelope.ts";
import { isInstant } from "./fields.ts";
import { shipmentEventSchemas } from "./shipment-event.ts";

const id = "0198c0de-0000-7000-8000-000000000001";
const at = "2026-01-02T03:04:05.678Z";
const change = { status: "draft", previousStatus: null, statusChanged: true, restated: [] };
const entry = {
  eventId: id,
  eventType: "pickup",
  status: "picked_up",
  city: "Zürich",
  eventAt: at,
  description: null,
  internalNote: null,
  externalId: null,
};
const details = {
  shipmentNumber: "S-1",
  mode: "ftl",
  customerId: null,
  carrierName: null,
  references: [{ type: "po", value: "1" }],
  origin: { city: "Bern", countryCode: "CH", addressLine1: null, postalCode: null, timeZone: null },
  destination: null,
  pickupScheduledAt: at,
  deliveryScheduledAt: null,
  internalNotes: null,
};
const customer = {
  customerNumber: "C-1",
  name: "Acme",
  status: "active",
  contactName: null,
  email: "a@example.com",
  phone: null,
  billingAddress: {
    line1: "Street 1",
    line2: null,
    city: "Bern",
    region: null,
    postalCode: "3000",
    countryCode: "CH",
  },
  currency: "CHF",
  paymentTermsDays: 30,
  taxId: null,
  externalReference: null,
};
const invoice = {
  invoiceNumber: "INV-1",
  status: "issued",
  customerId: id,
  customerName: "Acme",
  shipmentId: id,
  shipmentNumber: "S-1",
  currency: "KWD",
  subtotalMinor: Number.MAX_SAFE_INTEGER - 1,
  taxMinor: 1,
  totalMinor: Number.MAX_SAFE_INTEGER,
  amountPaidMinor: 0,
  balanceMinor: Number.MAX_SAFE_INTEGER,
  lineItems: [
    {
      chargeCode: "freight",
      description: "To Bern",
      quantity: "1.250000",
      unitAmountMinor: -5,
      amountMinor: -6,
    },
  ],
  issueDate: "2024-02-29",
  dueDate: "9999-12-31",
  issuedAt: at,
  paidAt: null,
  voidedAt: null,
  createdAt: at,
  updatedAt: at,
};
const [line] = invoice.lineItems;
const payment = {
  paymentId: id,
  amountMinor: -5,
  paidOn: "2026-01-02",
  reference: null,
  reversesPaymentId: id,
};
const samples: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
  { type: "shipment.created", shipmentId: id, createdAt: at, details, ...change },
  { type: "shipment.details_changed", details, changedFields: ["mode"], ...change },
  { type: "shipment.tracking_event_recorded", entry, ...change },
  {
    type: "shipment.tracking_event_voided",
    eventId: id,
    reason: "typo",
    replacement: entry,
    ...change,
  },
  { type: "shipment.return_started", entry, reason: null, ...change },
  { type: "shipment.cancelled", reason: "x", ...change },
  { type: "shipment.reopened", reason: null, ...change },
  { type: "shipment.shared", tokenHash: "ab".repeat(32), ...change },
  { type: "customer.created", customerId: id, createdAt: at, details: customer },
  { type: "customer.updated", details: customer, changedFields: ["name"], updatedAt: at },
  { type: "invoice.created", invoiceId: id, invoice },
  { type: "invoice.updated", invoiceId: id, invoice },
  { type: "invoice.issued", invoiceId: id, invoice },
  { type: "invoice.payment_recorded", invoiceId: id, invoice, payment },
  { type: "invoice.voided", invoiceId: id, invoice, reason: "double" },
  { type: "invoice.marked_uncollectible", invoiceId: id, invoice, reason: null },
  { type: "invoice.deleted", invoiceId: id },
  { type: "tenant.created", name: "Acme" },
  { type: "tenant.activated" },
  { type: "tenant.deactivated" },
  { type: "api_key.created", keyId: id, keyHash: "cd".repeat(32), name: "ERP", expiresAt: at },
  { type: "api_key.revoked", keyId: id },
];

describe("decodeEvent", () => {
  test("reads back what encodeEvent wrote, for every event type there is", () => {
    for (const sample of samples) {
      // the samples are typed loosely so that each schema, not the compiler, has to accept them
      const event = sample as unknown as LogEvent;
      expect(decodeEvent(record(encodeEvent(event))).event).toEqual(sample);
    }
    const known = Object.keys({
      ...shipmentEventSchemas,
      ...customerEventSchemas,
      ...invoiceEventSchemas,
      ...accountEventSchemas,
    });
    expect(samples.map((sample) => sample.type)).toEqual(known);
  });

  test.each([
    [
      "an unknown type",
      { type: "shipment.exploded", data: {} },
      /Unknown event type "shipment\.exploded"/,
    ],
    [
      "an unknown schema version",
      { schemaVersion: 2 },
      /Unknown schema version 2 of shipment\.cancelled/,
    ],
    ["schema version 0", { schemaVersion: 0 }, /Unknown schema version 0/],
    ["null data", { data: null }, /is not an object/],
    ["text data", { data: "{}" }, /is not an object/],
    ["a missing field", { data: { ...change } }, /reason/],
    ["an additional field", { data: { reason: null, ...change, secret: 1 } }, /secret/],
    [
      "a status that does not exist",
      { data: { reason: null, ...change, status: "lost" } },
      /status/,
    ],
    ["NUL in text", { data: { reason: "a\0b", ...change } }, /NUL/],
    ["2 MB of text", { data: { reason: "x".repeat(2_000_000), ...change } }, /reason/],
    ["a tenant that is no UUID", { tenantId: "acme" }, /Invalid envelope: tenantId/],
  ])("refuses %s with a sentence", (_name, broken, reason) => {
    const event: ShipmentEvent = {
      type: "shipment.cancelled",
      reason: null,
      status: "cancelled",
      previousStatus: "draft",
      statusChanged: true,
      restated: [],
    };
    const poison = { ...record(encodeEvent(event)), ...broken };
    const decode = (): unknown => decodeEvent(poison);
    expect(decode).toThrow(UndecodableEvent);
    expect(decode).toThrow(reason);
  });

  test.each([
    [
      "a date that does not exist",
      { dueDate: "2026-02-30" },
      /invoice\.dueDate: not a calendar date/,
    ],
    ["an instant for a date", { issueDate: at }, /invoice\.issueDate/],
    ["an amount beyond 2^53", { totalMinor: 2 ** 53 }, /invoice\.totalMinor/],
    ["a fraction of a minor unit", { taxMinor: 0.5 }, /invoice\.taxMinor/],
    ["an amount as text", { taxMinor: "1" }, /invoice\.taxMinor/],
    ["a currency in lower case", { currency: "eur" }, /invoice\.currency/],
    ["a status that does not exist", { status: "overdue" }, /invoice\.status/],
    ["whether it is overdue", { overdue: true }, /overdue/],
    ["a customer that is no UUID", { customerId: "C-1" }, /invoice\.customerId/],
    ["no line items", { lineItems: undefined }, /invoice\.lineItems/],
    ["a quantity as a number", { lineItems: [{ ...line, quantity: 1 }] }, /lineItems\.0\.quantity/],
    ["a quantity with an exponent", { lineItems: [{ ...line, quantity: "1e3" }] }, /quantity/],
    ["an unknown charge code", { lineItems: [{ ...line, chargeCode: "tip" }] }, /chargeCode/],
    ["a blank number", { invoiceNumber: " " }, /invoice\.invoiceNumber: is blank/],
  ])("refuses an invoice with %s", (_name, broken, reason) => {
    const data = { invoiceId: id, invoice: { ...invoice, ...broken } };
    const poison = record({ type: "invoice.issued", schemaVersion: 1, data });
    expect(() => decodeEvent(poison)).toThrow(reason);
  });

  test("a refusal never quotes the value at fault", () => {
    const canary = "canary-79000";
    const data = { tokenHash: canary, ...change, status: canary };
    const poison = record({ type: "shipment.shared", schemaVersion: 1, data });
    expect(() => decodeEvent(poison)).toThrow(/^(?!.*canary).*$/s);
  });

  test("old schema versions are upcast step by step to the newest", () => {
    const schema = z.strictObject({ type: z.literal("tenant.created"), name: z.string() });
    const upcasts = [
      (data: unknown) => ({ title: `${JSON.stringify(data)}>2` }),
      (data: unknown) => ({ name: `${JSON.stringify(data)}>3` }),
    ];
    const contracts = new Map([["tenant.created", { schema, upcasts }]]);
    const decode = (schemaVersion: number, data: unknown): LogEvent =>
      decodeWith(contracts, record({ type: "tenant.created", schemaVersion, data })).event;
    expect(decode(3, { name: "n" })).toEqual({ type: "tenant.created", name: "n" });
    expect(decode(2, { title: "t" })).toMatchObject({ name: '{"title":"t"}>3' });
    expect(decode(1, {})).toMatchObject({ name: '{"title":"{}>2"}>3' });
    expect(() => decode(4, {})).toThrow(/Unknown schema version 4/);
  });
});

test.each([
  ["1970-01-01T00:00:00.000Z", true],
  ["9999-12-31T23:59:59.999Z", true],
  ["2024-02-29T00:00:00.000Z", true],
  ["2023-02-29T00:00:00.000Z", false],
  ["1969-12-31T23:59:59.999Z", false],
  ["+010000-01-01T00:00:00.000Z", false],
  ["2026-01-02T03:04:05Z", false],
  ["2026-01-02T03:04:05.678+00:00", false],
  ["2026-01-02T24:00:00.000Z", false],
])("instant %s: %s", (text, valid) => {
  expect(isInstant(text)).toBe(valid);
});

function record(event: { type: string; schemaVersion: number; data: unknown }): EventRecord {
  return {
    ...event,
    id,
    tenantId: id,
    streamId: id,
    version: 1,
    part: 0,
    pos: 1,
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system", id: null },
    traceparent: null,
  };
}
