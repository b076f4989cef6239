import { shipmentStatuses } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { findByKey } from "./find-by-key.ts";
import { findScheduled, type Span } from "./find-scheduled.ts";
import {
  findShipments,
  findShipmentsByIndex,
  type ShipmentFilter,
  type ShipmentKey,
} from "./find-shipments.ts";
import type { FoundShipment, ListOrder } from "./list-order.ts";

export interface OrderedFilter extends Omit<ShipmentFilter, "after"> {
  readonly order: ListOrder;
  /** A pickup or delivery is scheduled within it, whatever `late` says; null: whenever. */
  readonly span: Span | null;
  /** What is looked for is known to be rare. */
  readonly rare?: boolean;
}

/** The tenant's shipments that pass, in their order. */
export async function findInOrder(
  db: Queryable,
  filter: OrderedFilter,
): Promise<readonly FoundShipment[]> {
  const { order } = filter;
  switch (order.by) {
    case "newest": {
      const found = await findNewest(db, { ...filter, after: order.after });
      return found.map(({ id, createdAt }) => ({ id, place: [createdAt, id] }));
    }
    case "status":
      return findByStatus(db, filter, order);
    case "key": {
      const looked = filter.rare === true ? { lookedAt: 0 } : {};
      const found = await findByKey(db, { ...filter, ...order, ...looked });
      return found.map(({ id, key }) => ({ id, place: [key, id] }));
    }
  }
}

type NewestFilter = OrderedFilter & Pick<ShipmentFilter, "after">;

function findNewest(db: Queryable, filter: NewestFilter): Promise<readonly ShipmentKey[]> {
  if (filter.span !== null) return findScheduled(db, filter, filter.span);
  return filter.rare === true ? findShipmentsByIndex(db, filter) : findShipments(db, filter);
}

/** One status after the other, until the page is full. */
async function findByStatus(
  db: Queryable,
  filter: OrderedFilter,
  { direction, after }: ListOrder & { readonly by: "status" },
): Promise<readonly FoundShipment[]> {
  const all = direction === "asc" ? shipmentStatuses : shipmentStatuses.toReversed();
  const behind = after === null ? all : all.slice(all.indexOf(after.status));
  const wanted = behind.filter((status) => filter.statuses?.includes(status) !== false);
  const found: FoundShipment[] = [];
  for (const status of wanted) {
    const limit = filter.limit - found.length;
    if (limit === 0) break;
    const place = after?.status === status ? after : null;
    const rows = await findNewest(db, { ...filter, statuses: [status], limit, after: place });
    found.push(...rows.map(({ id, createdAt }) => ({ id, place: [status, createdAt, id] })));
  }
  return found;
}
