import type { ShipmentState, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { tenantTerm, termsOf } from "./terms.ts";

/** Makes shipments findable by their details as they are now. */
export async function saveSearch(
  db: Queryable,
  tenantId: TenantId,
  states: readonly ShipmentState[],
): Promise<void> {
  if (states.length === 0) return;
  await db.query({
    name: "save_search",
    text: `
      insert into write.shipment_search (shipment_id, tenant_id, created_at, document)
      select found.shipment_id, $1, found.created_at, array_to_tsvector(string_to_array(found.terms, ' '))
      from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as found (shipment_id, created_at, terms)
      on conflict (shipment_id) do update
      set document = excluded.document`,
    values: [
      tenantId,
      states.map((state) => state.shipmentId),
      states.map((state) => state.createdAt),
      // no term holds a space: words end there, and identifiers lose theirs
      states.map((state) => documentOf(tenantId, state)),
    ],
  });
}

function documentOf(tenantId: TenantId, { details }: ShipmentState): string {
  return termsOf(details)
    .map((term) => tenantTerm(tenantId, term))
    .join(" ");
}
