import type { CustomerState } from "@shipment-tracking/domain";

/** A customer as the web application's own API shows it: every field of 01-decisions, and the version. */
export function customerAnswer({
  customerId,
  version,
  details,
  createdAt,
  updatedAt,
}: CustomerState) {
  return { id: customerId, version, ...details, createdAt, updatedAt };
}
