import type { Queryable } from "@shipment-tracking/postgres";
import {
  endpointColumns,
  endpointOf,
  type EndpointRecord,
  type EndpointRow,
} from "./endpoint-record.ts";

/** The tenant's endpoints, newest first. */
export async function listEndpoints(
  db: Queryable,
  tenantId: string,
): Promise<readonly EndpointRecord[]> {
  const { rows } = await db.query<EndpointRow>({
    name: "list_webhook_endpoints",
    text: `
      select ${endpointColumns}
      from hooks.endpoints
      where endpoints.tenant_id = $1
        and endpoints.deleted_at is null
      order by endpoints.created_at desc, endpoints.id desc`,
    values: [tenantId],
  });
  return rows.map(endpointOf);
}

/** Null when the tenant has no such endpoint (any more). */
export async function findEndpoint(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<EndpointRecord | null> {
  const { rows } = await db.query<EndpointRow>({
    name: "find_webhook_endpoint",
    text: `
      select ${endpointColumns}
      from hooks.endpoints
      where endpoints.tenant_id = $1
        and endpoints.id = $2
        and endpoints.deleted_at is null`,
    values: [tenantId, id],
  });
  const [row] = rows;
  return row === undefined ? null : endpointOf(row);
}

/**
 * Locks an endpoint for a change: its health row first, as the workers do, so that neither they nor the ingest add, claim or complete
 * anything of it before the transaction ends. Null when the tenant has no such endpoint.
 */
export async function lockEndpoint(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<EndpointRecord | null> {
  await tx.query({
    name: "lock_webhook_endpoint_health",
    text: `
      select endpoint_health.endpoint_id
      from hooks.endpoint_health
      where endpoint_health.tenant_id = $1
        and endpoint_health.endpoint_id = $2
      for no key update`,
    values: [tenantId, id],
  });
  const { rows } = await tx.query<EndpointRow>({
    name: "lock_webhook_endpoint",
    text: `
      select ${endpointColumns}
      from hooks.endpoints
      where endpoints.tenant_id = $1
        and endpoints.id = $2
        and endpoints.deleted_at is null
      for no key update`,
    values: [tenantId, id],
  });
  const [row] = rows;
  return row === undefined ? null : endpointOf(row);
}

/** How many endpoints the tenant has; nobody adds one to it before the transaction ends. */
export async function countEndpointsLocked(tx: Queryable, tenantId: string): Promise<number> {
  await tx.query({
    text: "select pg_advisory_xact_lock(hashtextextended('hooks.endpoints ' || $1::text, 0))",
    values: [tenantId],
  });
  const { rows } = await tx.query<{ readonly n: number }>({
    text: `
      select count(*)::integer as n
      from hooks.endpoints
      where endpoints.tenant_id = $1
        and endpoints.deleted_at is null`,
    values: [tenantId],
  });
  return rows[0]?.n ?? 0;
}
