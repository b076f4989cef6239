import type { Instant } from "../ids.ts";

/** An inactive customer stays readable and keeps what it has; the console stops offering it. */
export const customerStatuses = ["active", "inactive"] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

/** Where the invoices go. `line1`, `city` and `countryCode` (ISO 3166-1 alpha-2) are never blank. */
export interface BillingAddress {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string;
}

/** What is known of a customer; every field always present, null when not known. */
export interface CustomerDetails {
  /** Unique within the tenant. */
  readonly customerNumber: string;
  readonly name: string;
  readonly status: CustomerStatus;
  readonly contactName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billingAddress: BillingAddress | null;
  /** ISO 4217: what new invoices are in unless they say otherwise. */
  readonly currency: string | null;
  /** Days from the issue of an invoice to its due date. */
  readonly paymentTermsDays: number | null;
  readonly taxId: string | null;
  readonly externalReference: string | null;
}

export interface CustomerCreated {
  readonly type: "customer.created";
  readonly customerId: string;
  readonly createdAt: Instant;
  readonly details: CustomerDetails;
}

export interface CustomerUpdated {
  readonly type: "customer.updated";
  /** The details after the change, whole: a reader replaces what it had. */
  readonly details: CustomerDetails;
  readonly changedFields: readonly (keyof CustomerDetails)[];
  readonly updatedAt: Instant;
}

export type CustomerEvent = CustomerCreated | CustomerUpdated;
