import type { Queryable } from "@shipment-tracking/postgres";
import type { HealthRun } from "./learn-health.ts";

/** Disables endpoints that are gone, unsafe or have failed for too long; what waits for them is kept. Returns those that were active. */
export async function disableEndpoints(
  tx: Queryable,
  runs: readonly HealthRun[],
): Promise<readonly { readonly endpointId: string; readonly reason: string }[]> {
  const ended = runs.filter((run) => run.disable !== null);
  if (ended.length === 0) return [];
  const { rows } = await tx.query<{ endpointId: string; reason: string }>({
    text: `
      update hooks.endpoints
      set state = 'disabled',
        state_reason = ended.reason,
        state_changed_at = now(),
        updated_at = now(),
        version = endpoints.version + 1
      from unnest($1::uuid[], $2::text[]) as ended (endpoint_id, reason)
      where endpoints.id = ended.endpoint_id
        and endpoints.state <> 'disabled'
      returning endpoints.id as "endpointId", ended.reason`,
    values: [ended.map(({ health }) => health.endpointId), ended.map(({ disable }) => disable)],
  });
  return rows;
}
