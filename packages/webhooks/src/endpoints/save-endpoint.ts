import type { Queryable } from "@shipment-tracking/postgres";
import {
  endpointColumns,
  endpointOf,
  type EndpointRecord,
  type EndpointRow,
} from "./endpoint-record.ts";

/** What decides an endpoint; the rest of its record follows from it and the database's clock. */
export type EndpointFields = Pick<
  EndpointRecord,
  "url" | "description" | "eventTypes" | "ordering" | "headers" | "secret"
>;

export interface NewEndpoint extends EndpointFields {
  readonly id: string;
  readonly createdBy: string | null;
}

/** Inserts an endpoint with its health. */
export async function insertEndpoint(
  tx: Queryable,
  tenantId: string,
  endpoint: NewEndpoint,
): Promise<EndpointRecord> {
  const { rows } = await tx.query<EndpointRow>({
    name: "insert_webhook_endpoint",
    text: `
      insert into hooks.endpoints (
        id, tenant_id, url, description, event_types, ordering, headers_key_id, headers_ciphertext, secret_key_id,
        secret_ciphertext, created_by
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      returning ${endpointColumns}`,
    values: [
      endpoint.id,
      tenantId,
      endpoint.url,
      endpoint.description,
      endpoint.eventTypes,
      endpoint.ordering,
      endpoint.headers?.keyId ?? null,
      endpoint.headers?.ciphertext ?? null,
      endpoint.secret.keyId,
      endpoint.secret.ciphertext,
      endpoint.createdBy,
    ],
  });
  await tx.query({
    name: "insert_webhook_endpoint_health",
    text: "insert into hooks.endpoint_health (endpoint_id, tenant_id) values ($1, $2)",
    values: [endpoint.id, tenantId],
  });
  return onlyRow(rows);
}

/** Writes the fields of a locked endpoint; its version grows. */
export async function updateEndpoint(
  tx: Queryable,
  id: string,
  fields: EndpointFields,
): Promise<EndpointRecord> {
  const { rows } = await tx.query<EndpointRow>({
    name: "update_webhook_endpoint",
    text: `
      update hooks.endpoints
      set url = $2,
        description = $3,
        event_types = $4,
        ordering = $5,
        headers_key_id = $6,
        headers_ciphertext = $7,
        updated_at = now(),
        version = endpoints.version + 1
      where endpoints.id = $1
      returning ${endpointColumns}`,
    values: [
      id,
      fields.url,
      fields.description,
      fields.eventTypes,
      fields.ordering,
      fields.headers?.keyId ?? null,
      fields.headers?.ciphertext ?? null,
    ],
  });
  return onlyRow(rows);
}

/** Gives a locked endpoint a new secret; the one it had signs as well for some hours more, what was before that no longer. */
export async function rotateSecret(
  tx: Queryable,
  id: string,
  { secret, overlapHours }: Pick<EndpointFields, "secret"> & { readonly overlapHours: number },
): Promise<EndpointRecord> {
  const { rows } = await tx.query<EndpointRow>({
    name: "rotate_webhook_secret",
    text: `
      update hooks.endpoints
      set secret_key_id = $2,
        secret_ciphertext = $3,
        previous_secret_key_id = case when $4::integer > 0 then endpoints.secret_key_id end,
        previous_secret_ciphertext = case when $4::integer > 0 then endpoints.secret_ciphertext end,
        previous_secret_until = case when $4::integer > 0 then now() + $4::integer * interval '1 hour' end,
        updated_at = now(),
        version = endpoints.version + 1
      where endpoints.id = $1
      returning ${endpointColumns}`,
    values: [id, secret.keyId, secret.ciphertext, overlapHours],
  });
  return onlyRow(rows);
}

/** Pauses a locked endpoint, or makes it active; one that is so already stays as it is. */
export async function setEndpointState(
  tx: Queryable,
  id: string,
  state: "active" | "paused",
): Promise<EndpointRecord> {
  const { rows } = await tx.query<EndpointRow>({
    name: "set_webhook_endpoint_state",
    text: `
      update hooks.endpoints
      set state = $2,
        state_reason = case when $2 = 'paused' then 'manual' end,
        state_changed_at = now(),
        updated_at = now(),
        version = endpoints.version + 1
      where endpoints.id = $1
      returning ${endpointColumns}`,
    values: [id, state],
  });
  return onlyRow(rows);
}

export async function markEndpointDeleted(tx: Queryable, id: string): Promise<void> {
  await tx.query({
    name: "mark_webhook_endpoint_deleted",
    text: `
      update hooks.endpoints
      set deleted_at = now(),
        updated_at = now(),
        version = endpoints.version + 1
      where endpoints.id = $1`,
    values: [id],
  });
}

/** Forgets what was learned about a locked endpoint: breaker, failing run and pause. It is looked at at once. */
export async function resetHealth(tx: Queryable, id: string): Promise<void> {
  await tx.query({
    name: "reset_webhook_endpoint_health",
    text: `
      update hooks.endpoint_health
      set breaker = 'closed',
        failures_in_row = 0,
        opened_times = 0,
        retry_at = null,
        ramp_slots = null,
        paused_until = null,
        failing_since = null,
        failing_attempts = 0,
        next_look_at = now()
      where endpoint_health.endpoint_id = $1`,
    values: [id],
  });
}

function onlyRow(rows: readonly EndpointRow[]): EndpointRecord {
  const [row] = rows;
  if (row === undefined) throw new Error("The endpoint vanished although it is locked");
  return endpointOf(row);
}
