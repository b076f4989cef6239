import type { Actor } from "@shipment-tracking/contracts";
import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { auditLine } from "../openapi/schemas/audit.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";

export type AuditLine = AnswerOf<typeof auditLine>;

export interface AuditPage {
  readonly limit: number;
  /** Only lines older than the one with this id. */
  readonly beforeId: number | null;
  readonly action: string | null;
  readonly subjectId: string | null;
}

interface Row {
  readonly id: number;
  readonly at: Instant;
  readonly actor_kind: Actor["kind"];
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly details: string | null;
  readonly address: string | null;
}

/** Lines of the tenant's audit log, newest first. Name and e-mail address are the actor's today. */
export async function readAuditLog(
  db: Queryable,
  tenantId: TenantId,
  page: AuditPage,
): Promise<readonly AuditLine[]> {
  const { rows } = await db.query<Row>({
    text: `
      select lines.id, lines.at, lines.actor_kind, lines.actor_id, users.name as actor_name, users.email as actor_email,
        lines.action, lines.subject_type, lines.subject_id, lines.details, host(lines.address) as address
      from (
        select audit_log.id, audit_log.at, audit_log.actor_kind, audit_log.actor_id, audit_log.action, audit_log.subject_type,
          audit_log.subject_id, audit_log.details, audit_log.address
        from write.audit_log
        where audit_log.tenant_id = $1
          and audit_log.id < coalesce($2::bigint, 9223372036854775807)
          and ($3::text is null or audit_log.action = $3)
          and ($4::text is null or audit_log.subject_id = $4)
        order by audit_log.id desc
        limit $5
      ) as lines
      left join write.users
        on users.tenant_id = $1
        and users.id = case when lines.actor_kind = 'user' then lines.actor_id::uuid end
      order by lines.id desc`,
    values: [tenantId, page.beforeId, page.action, page.subjectId, page.limit],
  });
  return rows.map((row): AuditLine => ({
    id: row.id,
    at: row.at,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      email: row.actor_email,
    },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    // JSON text, written by this service
    details: row.details === null ? null : (JSON.parse(row.details) as Record<string, unknown>),
    address: row.address,
  }));
}
