import type { CustomerState } from "@shipment-tracking/domain";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { customer } from "../openapi/schemas/billing.ts";

/** A customer as the web application's own API shows it: every field of 01-decisions, and the version. */
export function customerAnswer({
  customerId,
  version,
  details,
  createdAt,
  updatedAt,
}: CustomerState): AnswerOf<typeof customer> {
  return { id: customerId, version, ...details, createdAt, updatedAt };
}
