import type { ShipmentDetails, ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { findInOrder, type OrderedFilter } from "./find-in-order.ts";
import { foldedIdentifier } from "./fold-text.ts";
import { identifierTerm } from "./terms.ts";
import { anyTermQuery } from "./text-query.ts";

/** Shipments in one answer to a list of numbers; a reference can be many shipments'. */
const maxMatches = 200;

/**
 * The shipments whose number or one of whose references is among `identifiers`, in the order of those (of a reference that several have, the
 * newest first), or in the filter's order. Case and accents do not count.
 */
export async function findExactMatches(
  db: Queryable,
  filter: OrderedFilter,
  {
    identifiers,
    keepsOrder,
  }: { readonly identifiers: readonly string[]; readonly keepsOrder: boolean },
): Promise<readonly ShipmentId[]> {
  if (identifiers.length === 0) return [];
  const any = anyTermQuery(filter.tenantId, identifiers.map(identifierTerm));
  const text = filter.text === null ? any : `${any} & ${filter.text}`;
  const keys = await findInOrder(db, { ...filter, text, limit: maxMatches, rare: true });
  const details = await readDetails(
    db,
    filter.tenantId,
    keys.map((key) => key.id),
  );
  const places = new Map(
    identifiers.map((identifier, index) => [foldedIdentifier(identifier), index]),
  );
  const found = keys
    .map(({ id }) => ({ id, place: placeOf(details.get(id), places) }))
    .filter(({ place }) => place !== Infinity);
  const inOrder = keepsOrder ? found : found.toSorted((one, other) => one.place - other.place);
  return inOrder.map(({ id }) => id);
}

function placeOf(
  details: ShipmentDetails | undefined,
  places: ReadonlyMap<string, number>,
): number {
  if (details === undefined) return Infinity;
  const own = [details.shipmentNumber, ...details.references.map((reference) => reference.value)];
  return Math.min(...own.map((text) => places.get(foldedIdentifier(text)) ?? Infinity));
}

async function readDetails(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly ShipmentId[],
): Promise<ReadonlyMap<ShipmentId, ShipmentDetails>> {
  const { rows } = await db.query<{ readonly id: ShipmentId; readonly details: string }>({
    name: "read_details",
    text: `
      select shipments.id, shipments.details
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.id = any($2::uuid[])`,
    values: [tenantId, ids],
  });
  // written by this service from the same type
  return new Map(rows.map((row) => [row.id, JSON.parse(row.details) as ShipmentDetails]));
}
