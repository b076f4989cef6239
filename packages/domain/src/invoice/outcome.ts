import type { Rejection } from "../shipment/decision.ts";
import type { InvoiceEvent, InvoiceStatus } from "./events.ts";

export interface RejectedInvoiceCommand {
  readonly outcome: "rejected";
  readonly rejection: Rejection;
}

export type InvoiceDecision =
  | { readonly outcome: "accepted"; readonly event: InvoiceEvent }
  /** Nothing to write: every field has the value already. */
  | { readonly outcome: "unchanged" }
  | RejectedInvoiceCommand;

export function accepted(event: InvoiceEvent): InvoiceDecision {
  return { outcome: "accepted", event };
}

export function conflict(reason: string): RejectedInvoiceCommand {
  return { outcome: "rejected", rejection: { kind: "conflict", reason } };
}

export function notFound(reason: string): RejectedInvoiceCommand {
  return { outcome: "rejected", rejection: { kind: "not_found", reason } };
}

export function invalid(field: string, reason: string): RejectedInvoiceCommand {
  return { outcome: "rejected", rejection: { kind: "invalid", reason, field } };
}

/** As in `The invoice is partially paid`. */
export function statusWords(status: InvoiceStatus): string {
  return status.replace("_", " ");
}
