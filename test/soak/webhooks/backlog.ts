import { randomUUID } from "node:crypto";
import type { Pool } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import { addDeliveries, addEndpoints } from "../../bench/webhooks/fill-queue.ts";

/** Deliveries of a tenant that stay in the queue: half at a paused endpoint, half between attempts that are hours apart. Returns the tenant's id. */
export async function addBacklog(
  admin: Pool,
  box: SecretBox,
  { url, deliveries }: { readonly url: string; readonly deliveries: number },
): Promise<string> {
  const tenantId = randomUUID();
  const ids = await addEndpoints(admin, box, [
    { tenantId, url },
    { tenantId, url },
  ]);
  const [pausedId, failingId] = ids;
  await admin.query({
    text: "update hooks.endpoints set state = 'paused', state_reason = 'manual' where id = $1",
    values: [pausedId],
  });
  // not looked at until its deliveries are due
  await admin.query({
    text: "update hooks.endpoints set state = 'paused' where id = $1",
    values: [failingId],
  });
  await addDeliveries(admin, ids, { perEndpoint: Math.floor(deliveries / 2) });
  await admin.query({
    text: `
      update hooks.deliveries
      set due_at = now() + interval '2 h' + random() * interval '12 h',
        attempts = 7,
        first_attempt_at = now()
      where endpoint_id = $1`,
    values: [failingId],
  });
  await admin.query({
    text: "update hooks.endpoints set state = 'active' where id = $1",
    values: [failingId],
  });
  return tenantId;
}
