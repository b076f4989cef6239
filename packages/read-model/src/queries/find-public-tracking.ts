import type { Queryable, RowText } from "@shipment-tracking/postgres";

/**
 * Specification 4.4: the finished public view for a token's SHA-256 (64 hex digits); null when no shipment of an active tenant has the
 * token. One of the two lookups without a tenant: possession of the token is the only credential.
 */
export async function findPublicTracking(
  db: Queryable,
  tokenHash: string,
): Promise<RowText | null> {
  const { rows } = await db.query<{ doc: RowText }>({
    name: "find_public_tracking",
    text: findPublicTrackingText,
    values: [tokenHash],
  });
  return rows[0]?.doc ?? null;
}

// the public table holds the answer alone; whose shipment it is stands in the timeline's row
const findPublicTrackingText = `
select public_tracking.doc
from read.public_tracking
join read.shipment_timelines on shipment_timelines.token_hash = public_tracking.token_hash
join read.tenants on tenants.tenant_id = shipment_timelines.tenant_id
where public_tracking.token_hash = decode($1, 'hex')
and tenants.active`;
