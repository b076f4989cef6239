import type { Actor } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** One line of the audit log. */
export interface AuditEntry {
  readonly tenantId: TenantId;
  readonly actor: Actor;
  /** Dotted, past tense, for example `shipment.cancelled` or `user.role_changed`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** What changed, fit to be shown to an administrator; never a secret. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Where a request came from; absent for the command line and the system. */
  readonly origin?: AuditOrigin | undefined;
}

export interface AuditOrigin {
  /** The client's address, as `trustProxy` allows it to be told; null when what a proxy told is none. */
  readonly address: string | null;
  readonly requestId: string;
}

/** Writes audit lines in the transaction of the change that they tell of: neither can be without the other. */
export async function recordAudit(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query({
    name: "insert_audit_entries",
    text: `
      insert into write.audit_log (tenant_id, actor_kind, actor_id, action, subject_type, subject_id, details, address, request_id)
      select entry.tenant_id, entry.actor_kind, entry.actor_id, entry.action, entry.subject_type, entry.subject_id,
        entry.details::json, entry.address::inet, entry.request_id
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
        as entry (tenant_id, actor_kind, actor_id, action, subject_type, subject_id, details, address, request_id)`,
    values: [
      entries.map((entry) => entry.tenantId),
      entries.map((entry) => entry.actor.kind),
      entries.map((entry) => entry.actor.id),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.subject.type),
      entries.map((entry) => entry.subject.id),
      entries.map((entry) => (entry.details === undefined ? null : JSON.stringify(entry.details))),
      entries.map((entry) => entry.origin?.address ?? null),
      entries.map((entry) => entry.origin?.requestId ?? null),
    ],
  });
}
