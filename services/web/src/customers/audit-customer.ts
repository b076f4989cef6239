import type { CustomerEvent, CustomerState } from "@shipment-tracking/domain";
import type { AuditEntry } from "../audit/record-audit.ts";
import type { CommandContext } from "../commands/outcome.ts";

/** The audit line of a change, with the old and the new value of each field. */
export function auditCustomer(
  context: CommandContext,
  change: {
    readonly before: CustomerState | null;
    readonly state: CustomerState;
    readonly event: CustomerEvent;
  },
): AuditEntry {
  const { state, event } = change;
  const { customerNumber, name } = state.details;
  return {
    tenantId: context.tenantId,
    actor: context.actor,
    action: event.type,
    subject: { type: "customer", id: state.customerId },
    details: { customerNumber, name, ...changesOf(change) },
    origin: context.origin,
  };
}

function changesOf({
  before,
  event,
}: {
  readonly before: CustomerState | null;
  readonly event: CustomerEvent;
}): Readonly<Record<string, unknown>> {
  if (event.type === "customer.created") return {};
  return {
    changes: event.changedFields.map((field) => ({
      field,
      from: before?.details[field] ?? null,
      to: event.details[field],
    })),
  };
}
