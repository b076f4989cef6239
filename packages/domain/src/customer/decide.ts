import type { Instant } from "../ids.ts";
import type { Rejection } from "../shipment/decision.ts";
import { sameData } from "../shipment/same-data.ts";
import type { CustomerCreated, CustomerDetails, CustomerEvent, CustomerUpdated } from "./events.ts";

export interface CustomerState {
  readonly customerId: string;
  readonly version: number;
  readonly details: CustomerDetails;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Text arrives normalised; `now` and ids come with the command. */
export type CustomerCommand =
  | {
      readonly type: "create_customer";
      readonly customerId: string;
      readonly now: Instant;
      readonly details: CustomerDetails;
    }
  | {
      readonly type: "update_customer";
      readonly now: Instant;
      /** Only the fields that change; an address is replaced whole. */
      readonly changes: Partial<CustomerDetails>;
    };

export type CustomerDecision =
  | { readonly outcome: "accepted"; readonly event: CustomerEvent }
  /** Nothing to write: every field has the value already. */
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

export function decideCustomer(
  command: CustomerCommand,
  state: CustomerState | null,
): CustomerDecision {
  switch (command.type) {
    case "create_customer": {
      if (state !== null) return rejected("conflict", "The customer exists already.");
      const { customerId, now, details } = command;
      return {
        outcome: "accepted",
        event: { type: "customer.created", customerId, createdAt: now, details },
      };
    }
    case "update_customer": {
      if (state === null) return rejected("not_found", "There is no such customer.");
      const details: CustomerDetails = { ...state.details, ...command.changes };
      const changedFields = fields.filter(
        (field) => !sameData(details[field], state.details[field]),
      );
      if (changedFields.length === 0) return { outcome: "unchanged" };
      return {
        outcome: "accepted",
        event: { type: "customer.updated", details, changedFields, updatedAt: command.now },
      };
    }
  }
}

export function evolveCustomer(state: CustomerState | null, event: CustomerEvent): CustomerState {
  switch (event.type) {
    case "customer.created":
      return created(event);
    case "customer.updated":
      if (state === null) throw new Error("customer.updated before customer.created");
      return updated(state, event);
  }
}

function created({ customerId, details, createdAt }: CustomerCreated): CustomerState {
  return { customerId, version: 1, details, createdAt, updatedAt: createdAt };
}

function updated(state: CustomerState, { details, updatedAt }: CustomerUpdated): CustomerState {
  return { ...state, version: state.version + 1, details, updatedAt };
}

// an object of all keys, so that a new field cannot be forgotten here
const fieldNames: { readonly [Field in keyof CustomerDetails]: Field } = {
  customerNumber: "customerNumber",
  name: "name",
  status: "status",
  contactName: "contactName",
  email: "email",
  phone: "phone",
  billingAddress: "billingAddress",
  currency: "currency",
  paymentTermsDays: "paymentTermsDays",
  taxId: "taxId",
  externalReference: "externalReference",
};
const fields = Object.values(fieldNames);

function rejected(kind: Rejection["kind"], reason: string): CustomerDecision {
  return { outcome: "rejected", rejection: { kind, reason } };
}
