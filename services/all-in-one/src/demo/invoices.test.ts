import { shipmentStatuses } from "@shipment-tracking/domain";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "./companies.ts";
import { customerOfShipment, demoCurrencies, planCustomers, termsDays } from "./customers.ts";
import { planInvoices } from "./invoices.ts";
import { planShipments } from "./plan.ts";

const tenantId = "00000000-0000-4000-8000-000000000001";
const now = Date.parse("2026-03-01T12:00:00.000Z");
const plans = demoCompanies.map((company) => {
  const customers = planCustomers(company, tenantId);
  const shipments = planShipments({ company, tenantId, now });
  return {
    customers,
    shipments,
    invoices: planInvoices({ company, tenantId, customers, shipments }),
  };
});

describe("the planned demo customers", () => {
  it("are eight with numbers of their own, two for each currency, one inactive", () => {
    for (const { customers } of plans) {
      const numbers = customers.map(({ customerNumber }) => customerNumber);
      expect(new Set(numbers).size).toBe(8);
      for (const currency of demoCurrencies) {
        expect(customers.filter(({ details }) => details.currency === currency)).toHaveLength(2);
      }
      expect(customers.filter(({ details }) => details.status === "inactive")).toHaveLength(1);
    }
  });

  it("have shipments in every status, the inactive one none", () => {
    for (const { customers, shipments } of plans) {
      const owned = shipments.filter((_, index) => customerOfShipment(tenantId, index) !== null);
      expect(new Set(owned.map(({ ends }) => ends))).toEqual(new Set(shipmentStatuses));
      const owners = new Set(shipments.map((_, index) => customerOfShipment(tenantId, index)));
      const inactive = customers.find(({ details }) => details.status === "inactive");
      expect(owners).not.toContain(inactive?.customerId);
      expect(owners.size).toBe(8);
    }
  });
});

describe("the planned demo invoices", () => {
  it("are nine stories in each of four currencies, with ids and numbers of their own", () => {
    for (const { invoices } of plans) {
      expect(invoices).toHaveLength(36);
      expect(new Set(invoices.map(({ invoiceId }) => invoiceId)).size).toBe(36);
      expect(new Set(invoices.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(36);
    }
  });

  it("happen in the past and in order, some past their due date and still owed", () => {
    for (const invoice of plans.flatMap(({ invoices }) => invoices)) {
      const days = [invoice.createdDaysAgo, ...invoice.steps.map(({ daysAgo }) => daysAgo)];
      expect(days).toEqual(days.toSorted((a, b) => b - a));
      expect(Math.min(...days)).toBeGreaterThan(0);
    }
    const overdue = plans
      .flatMap(({ invoices }) => invoices)
      .filter(({ ends }) => ends === "issued" || ends === "partially_paid")
      .filter(({ steps: [issue], currency }) => (issue?.daysAgo ?? 0) > termsDays[currency]);
    expect(overdue).toHaveLength(2 * 2 * 4);
  });
});
