import { describe, expect, test } from "vitest";
import type { Instant } from "../ids.ts";
import { decideCustomer, evolveCustomer, type CustomerCommand } from "./decide.ts";
import type { CustomerDetails } from "./events.ts";

// branded: written in this form
const now = "2026-03-01T09:00:00.000Z" as Instant;
const later = "2026-03-02T09:00:00.000Z" as Instant;
const customerId = "6d4f2a80-0000-4000-8000-000000000002";
const details: CustomerDetails = {
  customerNumber: "CUS-000001",
  name: "Alpha AG",
  status: "active",
  contactName: null,
  email: null,
  phone: null,
  billingAddress: {
    line1: "Gasse 1",
    line2: null,
    city: "Bern",
    region: null,
    postalCode: "3011",
    countryCode: "CH",
  },
  currency: "CHF",
  paymentTermsDays: 30,
  taxId: null,
  externalReference: null,
};
const create: CustomerCommand = { type: "create_customer", customerId, now, details };
const createdState = evolveCustomer(null, {
  type: "customer.created",
  customerId,
  createdAt: now,
  details,
});

function update(changes: Partial<CustomerDetails>): CustomerCommand {
  return { type: "update_customer", now: later, changes };
}

describe("a customer", () => {
  test("is created whole, once", () => {
    expect(decideCustomer(create, null)).toEqual({
      outcome: "accepted",
      event: { type: "customer.created", customerId, createdAt: now, details },
    });
    expect(decideCustomer(create, createdState)).toEqual({
      outcome: "rejected",
      rejection: { kind: "conflict", reason: "The customer exists already." },
    });
  });

  test("an update names the changed fields only and carries the whole details", () => {
    const changes = { status: "inactive", name: "Alpha AG", paymentTermsDays: null } as const;
    const decision = decideCustomer(update(changes), createdState);
    const after = { ...details, status: "inactive", paymentTermsDays: null };
    expect(decision).toEqual({
      outcome: "accepted",
      event: {
        type: "customer.updated",
        details: after,
        changedFields: ["status", "paymentTermsDays"],
        updatedAt: later,
      },
    });
    if (decision.outcome !== "accepted") throw new Error("not accepted");
    expect(evolveCustomer(createdState, decision.event)).toEqual({
      customerId,
      version: 2,
      details: after,
      createdAt: now,
      updatedAt: later,
    });
  });

  test("an update with the values that are there changes nothing", () => {
    const same = { billingAddress: { ...details.billingAddress, line2: null } };
    const address = same.billingAddress as CustomerDetails["billingAddress"];
    expect(decideCustomer(update({ billingAddress: address }), createdState)).toEqual({
      outcome: "unchanged",
    });
  });

  test("an update needs a customer", () => {
    expect(decideCustomer(update({}), null)).toMatchObject({ rejection: { kind: "not_found" } });
  });
});
