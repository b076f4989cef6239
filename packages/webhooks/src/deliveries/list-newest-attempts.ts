import type { Queryable } from "@shipment-tracking/postgres";

/** What an attempt came to, in short. Times are ISO 8601 UTC. */
export interface ShortAttempt {
  readonly deliveryId: string;
  /** From 1. */
  readonly number: number;
  readonly startedAt: string;
  /** Null: under way, or its worker died before it could say. */
  readonly finishedAt: string | null;
  readonly outcome: string | null;
  /** Of the answer; null when none came. */
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly hint: string | null;
}

export interface NewestAttemptsOptions {
  readonly deliveryIds: readonly string[];
  /** Attempts are no older. */
  readonly since: string;
  readonly perDelivery: number;
}

/** The newest attempts of each of the tenant's deliveries, in the order in which they were made. */
export async function listNewestAttempts(
  db: Queryable,
  tenantId: string,
  { deliveryIds, since, perDelivery }: NewestAttemptsOptions,
): Promise<readonly ShortAttempt[]> {
  if (deliveryIds.length === 0) return [];
  const { rows } = await db.query<ShortAttempt>({
    name: "list_newest_webhook_attempts",
    text: `
      select newest.delivery_id as "deliveryId", newest.number, newest.started_at as "startedAt",
        newest.finished_at as "finishedAt", newest.outcome, newest.status, newest.error_class as "errorClass", newest.hint
      from unnest($2::uuid[]) as wanted (id)
      cross join lateral (
        select attempts.delivery_id, attempts.number, attempts.started_at, attempts.finished_at, attempts.outcome,
          attempts.status, attempts.error_class, attempts.hint
        from hooks.attempts
        where attempts.tenant_id = $1
          and attempts.delivery_id = wanted.id
          and attempts.started_at >= $3
        order by attempts.number desc, attempts.started_at desc
        limit $4
      ) as newest
      order by newest.delivery_id, newest.number, newest.started_at`,
    values: [tenantId, deliveryIds, since, perDelivery],
  });
  return rows;
}
