import { randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";

export interface NewEndpoint {
  readonly tenantId: string;
  readonly url: string;
}

/** Makes endpoints with a secret each; returns their ids in the order given. */
export async function addEndpoints(
  admin: Pool,
  box: SecretBox,
  endpoints: readonly NewEndpoint[],
): Promise<readonly string[]> {
  const made = endpoints.map((endpoint) => {
    const id = randomUUID();
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    return { ...endpoint, id, sealed: box.seal(secret, `webhook-endpoint:${id}:secret`) };
  });
  await admin.query({
    text: `
      with made as (
        insert into hooks.endpoints (id, tenant_id, url, ordering, secret_key_id, secret_ciphertext)
        select made.id, made.tenant_id, made.url, 'ordered', made.key_id, made.ciphertext
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[])
          as made (id, tenant_id, url, key_id, ciphertext)
        returning endpoints.id, endpoints.tenant_id
      )
      insert into hooks.endpoint_health (endpoint_id, tenant_id)
      select made.id, made.tenant_id
      from made`,
    values: [
      made.map(({ id }) => id),
      made.map(({ tenantId }) => tenantId),
      made.map(({ url }) => url),
      made.map(({ sealed }) => sealed.keyId),
      made.map(({ sealed }) => sealed.ciphertext),
    ],
  });
  return made.map(({ id }) => id);
}

/**
 * Puts `perEndpoint` deliveries into the queue of each endpoint, due now, as ingest does. Each is a shipment of its own, or all are one
 * lane whose first delivery holds the rest.
 */
export async function addDeliveries(
  admin: Pool,
  endpointIds: readonly string[],
  { perEndpoint, oneLane = false }: { readonly perEndpoint: number; readonly oneLane?: boolean },
): Promise<void> {
  await admin.query({
    text: `
      with made as materialized (
        select gen_random_uuid() as message_id, endpoints.id as endpoint_id, endpoints.tenant_id,
          case when $3 then endpoints.id else gen_random_uuid() end as shipment_id, numbers.n
        from hooks.endpoints
        cross join generate_series(1, $2::integer) as numbers (n)
        where endpoints.id = any ($1::uuid[])
      ),
      messages as (
        insert into hooks.messages (id, created_at, tenant_id, shipment_id, sequence, event_type, body, recorded_at)
        select made.message_id, now(), made.tenant_id, made.shipment_id, made.n, 'shipment.status_changed',
          convert_to(json_build_object('type', 'shipment.status_changed', 'id', made.shipment_id, 'pad', repeat('x', 400))::text, 'UTF8'),
          now()
        from made
      )
      insert into hooks.deliveries (
        id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at, blocked
      )
      select gen_random_uuid(), made.endpoint_id, made.tenant_id, made.message_id, now()::timestamptz(3),
        made.shipment_id, made.n, 'event', now(), $3 and made.n > 1
      from made`,
    values: [endpointIds, perEndpoint, oneLane],
  });
  await admin.query({
    text: `
      update hooks.endpoint_health
      set next_look_at = now()
      where endpoint_health.endpoint_id = any ($1::uuid[])`,
    values: [endpointIds],
  });
}
