import type { Queryable } from "@shipment-tracking/postgres";

/** An attempt as it was written down. Times are ISO 8601 UTC. */
export interface AttemptRecord {
  /** From 1. */
  readonly number: number;
  readonly startedAt: string;
  /** Null: under way, or its worker died before it could say. */
  readonly finishedAt: string | null;
  readonly outcome: "delivered" | "failed" | "gone" | "throttled" | null;
  /** Of the answer; null when none came. */
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly hint: string | null;
  /** JSON of milliseconds by phase. */
  readonly phases: string | null;
  /** The first bytes of the answer's body, not decoded. */
  readonly excerpt: Buffer | null;
  readonly quickRetries: number;
}

/** The attempts of the tenant's delivery in the order in which they were made. */
export async function listAttempts(
  db: Queryable,
  tenantId: string,
  delivery: { readonly id: string; readonly createdAt: string },
): Promise<readonly AttemptRecord[]> {
  const { rows } = await db.query<AttemptRecord>({
    name: "list_webhook_attempts",
    text: `
      select attempts.number, attempts.started_at as "startedAt", attempts.finished_at as "finishedAt", attempts.outcome,
        attempts.status, attempts.error_class as "errorClass", attempts.hint, attempts.phases, attempts.excerpt,
        attempts.quick_retries as "quickRetries"
      from hooks.attempts
      where attempts.tenant_id = $1
        and attempts.delivery_id = $2
        and attempts.started_at >= $3
      order by attempts.number, attempts.started_at`,
    values: [tenantId, delivery.id, delivery.createdAt],
  });
  return rows;
}
