import type { Queryable } from "@shipment-tracking/postgres";
import type { HealthRun } from "./learn-health.ts";

/** An endpoint that was disabled just now, with the reason. */
export interface DisabledEndpoint {
  readonly endpointId: string;
  readonly reason: string;
}

/**
 * Disables endpoints that are gone, unsafe or have failed for too long; what waits for them is kept. Writes with it the audit line and the news
 * that the web application tells the tenant. Returns those that were not disabled yet.
 */
export async function disableEndpoints(
  tx: Queryable,
  runs: readonly HealthRun[],
): Promise<readonly DisabledEndpoint[]> {
  const ended = runs.filter((run) => run.disable !== null);
  if (ended.length === 0) return [];
  const disabled = await markDisabled(tx, ended);
  if (disabled.length > 0) await auditDisabled(tx, disabled);
  // without the address: this goes into the log
  return disabled.map(({ endpointId, reason }) => ({ endpointId, reason }));
}

interface DisabledRow extends DisabledEndpoint {
  readonly tenantId: string;
  readonly url: string;
}

async function markDisabled(
  tx: Queryable,
  ended: readonly HealthRun[],
): Promise<readonly DisabledRow[]> {
  const { rows } = await tx.query<DisabledRow>({
    text: `
      with disabled as (
        update hooks.endpoints
        set state = 'disabled',
          state_reason = ended.reason,
          state_changed_at = now(),
          updated_at = now(),
          version = endpoints.version + 1
        from unnest($1::uuid[], $2::text[]) as ended (endpoint_id, reason)
        where endpoints.id = ended.endpoint_id
          and endpoints.state <> 'disabled'
        returning endpoints.id, endpoints.tenant_id, endpoints.url, endpoints.state_changed_at, ended.reason
      ),
      news as (
        insert into hooks.disabled_news (endpoint_id, tenant_id, disabled_at)
        select disabled.id, disabled.tenant_id, disabled.state_changed_at
        from disabled
        on conflict (endpoint_id) do update
        set disabled_at = excluded.disabled_at,
          told_to = excluded.told_to,
          tries = excluded.tries,
          next_try_at = excluded.next_try_at,
          told_at = null
      )
      select disabled.id as "endpointId", disabled.tenant_id as "tenantId", disabled.url, disabled.reason
      from disabled`,
    values: [ended.map(({ health }) => health.endpointId), ended.map(({ disable }) => disable)],
  });
  return rows;
}

/** Of an address only the host is written: the rest may hold credentials. */
async function auditDisabled(tx: Queryable, disabled: readonly DisabledRow[]): Promise<void> {
  await tx.query({
    text: "select write.audit_disabled_webhooks($1::uuid[], $2::uuid[], $3::text[], $4::text[])",
    values: [
      disabled.map(({ tenantId }) => tenantId),
      disabled.map(({ endpointId }) => endpointId),
      disabled.map(({ url }) => new URL(url).host),
      disabled.map(({ reason }) => reason),
    ],
  });
}
