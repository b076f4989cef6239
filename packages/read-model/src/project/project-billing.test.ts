import { customerItemSchema, invoiceItemSchema } from "@shipment-tracking/contracts";
import { invoiceStatuses, type CustomerEvent, type InvoiceEvent } from "@shipment-tracking/domain";
import { describe, expect, test } from "vitest";
import {
  customerEvent,
  hostileTexts,
  invoiceEvent,
  someInvoice,
} from "../fixtures/billing-events.ts";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import {
  projectCustomer,
  projectInvoice,
  type CustomerRow,
  type InvoiceRow,
} from "./project-billing.ts";

const tenantId = testId("tenant", 1);
const customerId = testId("customer", 1);
const invoiceId = testId("invoice", 1);

describe("projectCustomer", () => {
  test("replaces the details and keeps the creation time", () => {
    const changed = {
      ...customerEvent(customerId, true, 4),
      updatedAt: "2026-05-01T00:00:00.000Z",
    };
    const rows = customers([customerEvent(customerId, false, 1), changed as CustomerEvent]);
    const [before, after] = rows.map((row) => customerItemSchema.parse(JSON.parse(row.doc)));
    expect(before).toMatchObject({ id: customerId, customerNumber: "C-1", billingAddress: null });
    expect(before?.updatedAt).toBe(before?.createdAt);
    expect(after).toMatchObject({ customerNumber: "C-4", createdAt: before?.createdAt });
    expect(after?.updatedAt).toBe("2026-05-01T00:00:00.000Z");
    expect(rows[1]).toMatchObject({ version: 2, status: "active", createdAt: before?.createdAt });
  });

  test("every key is there, in the order of the contract, for unknown values too", () => {
    for (const choice of [1, 2]) {
      const [row] = customers([customerEvent(customerId, false, choice)]);
      const item: object = JSON.parse(row?.doc ?? "") as object;
      expect(Object.keys(item)).toEqual(Object.keys(customerItemSchema.shape));
    }
  });

  test.each<[string, readonly CustomerEvent[]]>([
    ["a change before the creation", [customerEvent(customerId, true, 1)]],
    ["a second creation", [1, 2].map((choice) => customerEvent(customerId, false, choice))],
    ["the creation of another customer", [customerEvent(invoiceId, false, 1)]],
  ])("%s is refused", (_name, events) => {
    expect(() => customers(events)).toThrow(/creation|exists already|another customer/);
  });
});

describe("projectInvoice", () => {
  test("takes the whole invoice from the event, every key in the order of the contract", () => {
    for (const choice of Array.from({ length: 12 }, (_, at) => at)) {
      const [row] = invoices([invoiceEvent(invoiceId, false, choice)]);
      const item = invoiceItemSchema.parse(JSON.parse(row?.doc ?? ""));
      expect(Object.keys(item)).toEqual(Object.keys(invoiceItemSchema.shape));
      expect(item).toEqual({
        ...someInvoice(choice, "draft"),
        id: invoiceId,
        overdue: false,
      });
    }
  });

  test("the word that the list changes when the invoice is overdue stands in the text once", () => {
    expect(hostileTexts.filter((text) => text.includes('"overdue":false')).length).toBeGreaterThan(
      1,
    );
    for (const [choice] of hostileTexts.entries()) {
      const [row] = invoices([invoiceEvent(invoiceId, false, choice)]);
      expect(row?.doc.split('"overdue":false')).toHaveLength(2);
    }
  });

  test.each(invoiceStatuses)(
    "an invoice that is %s becomes overdue only while something is owed",
    (status) => {
      const rowOf = (changes: object) => {
        const invoice = {
          ...someInvoice(1, status),
          balanceMinor: 1,
          dueDate: "2026-02-02",
          ...changes,
        };
        return invoices([{ type: "invoice.created", invoiceId, invoice }])[0]?.overdueAfter;
      };
      const isOwed = status === "issued" || status === "partially_paid";
      expect(rowOf({})).toBe(isOwed ? "2026-02-02" : null);
      expect(rowOf({ balanceMinor: 0 })).toBeNull();
      expect(rowOf({ dueDate: null })).toBeNull();
    },
  );

  test("a deleted draft is to be removed, and nothing follows", () => {
    const created = invoiceEvent(invoiceId, false, 1);
    const deleted: InvoiceEvent = { type: "invoice.deleted", invoiceId };
    expect(invoices([created, deleted]).at(-1)).toMatchObject({ deleted: true, version: 2 });
    expect(() => invoices([created, deleted, invoiceEvent(invoiceId, true, 1)])).toThrow(/deleted/);
  });

  test.each<[string, readonly InvoiceEvent[]]>([
    ["a change before the creation", [invoiceEvent(invoiceId, true, 1)]],
    ["a deletion before the creation", [invoiceEvent(invoiceId, true, 6)]],
    ["a second creation", [1, 2].map((choice) => invoiceEvent(invoiceId, false, choice))],
    ["an event of another invoice", [invoiceEvent(customerId, false, 1)]],
  ])("%s is refused", (_name, events) => {
    expect(() => invoices(events)).toThrow(/creation|exists already|another invoice/);
  });
});

function customers(events: readonly CustomerEvent[]): readonly CustomerRow[] {
  const log = createMemoryLog();
  const rows: CustomerRow[] = [];
  for (const event of events) {
    const record = log.append(tenantId, customerId, event);
    rows.push(projectCustomer(rows.at(-1) ?? null, event, record));
  }
  return rows;
}

function invoices(events: readonly InvoiceEvent[]): readonly InvoiceRow[] {
  const log = createMemoryLog();
  const rows: InvoiceRow[] = [];
  for (const event of events) {
    const record = log.append(tenantId, invoiceId, event);
    rows.push(projectInvoice(rows.at(-1) ?? null, event, record));
  }
  return rows;
}
