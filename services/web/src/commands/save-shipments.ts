import {
  currentStatus,
  type FoldState,
  type Instant,
  type ShipmentId,
  type ShipmentState,
  type TenantId,
} from "@shipment-tracking/domain";
import { partOf } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";

/** Inserts new shipments whose number is free and returns their ids; the others (number or id taken) are left out. */
export async function insertShipments(
  db: Queryable,
  tenantId: TenantId,
  states: readonly ShipmentState[],
): Promise<ReadonlySet<ShipmentId>> {
  const { rows } = await db.query<{ readonly id: ShipmentId }>({
    name: "insert_shipments",
    // in the order of the numbers: two batches with the same numbers wait for each other instead of deadlocking
    text: `
      insert into write.shipments (
        id, tenant_id, part, version, shipment_number, status, fold_status, moved, back, cancelled, details, created_at, updated_at
      )
      select created.id, $1, created.part, created.version, created.shipment_number, created.status, created.fold_status,
        created.moved, created.back, created.cancelled, created.details::json, created.created_at, created.created_at
      from unnest(
        $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::boolean[], $10::text[],
        $11::smallint[], $12::timestamptz[]
      ) with ordinality as created (
        id, version, shipment_number, status, fold_status, moved, back, cancelled, details, part, created_at, place
      )
      order by created.shipment_number, created.place
      on conflict do nothing
      returning shipments.id`,
    values: [
      tenantId,
      ...columns(states),
      states.map((state) => partOf(state.shipmentId)),
      states.map((state) => state.createdAt),
    ],
  });
  return new Set(rows.map((row) => row.id));
}

export interface ChangedShipment {
  readonly state: ShipmentState;
  /** When the newest event that is not voided happened. */
  readonly lastEventAt: Instant | null;
}

/** Writes the new state of shipments that this transaction has locked. */
export async function updateShipments(
  db: Queryable,
  changed: readonly ChangedShipment[],
  now: Instant,
): Promise<void> {
  if (changed.length === 0) return;
  await db.query({
    name: "update_shipments",
    text: `
      update write.shipments
      set version = changed.version,
        shipment_number = changed.shipment_number,
        status = changed.status,
        fold_status = changed.fold_status,
        moved = changed.moved,
        back = changed.back,
        cancelled = changed.cancelled,
        details = changed.details::json,
        last_event_at = changed.last_event_at,
        updated_at = $11
      from unnest(
        $1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::boolean[], $9::text[],
        $10::timestamptz[]
      ) as changed (id, version, shipment_number, status, fold_status, moved, back, cancelled, details, last_event_at)
      where shipments.id = changed.id`,
    values: [
      ...columns(changed.map(({ state }) => state)),
      changed.map(({ lastEventAt }) => lastEventAt),
      now,
    ],
  });
}

/** The columns that both statements write, as one array each. */
function columns(states: readonly ShipmentState[]): readonly (readonly unknown[])[] {
  const folds = states.map(newestFold);
  return [
    states.map((state) => state.shipmentId),
    states.map((state) => state.version),
    states.map((state) => state.details.shipmentNumber),
    states.map(currentStatus),
    folds.map((fold) => fold.status),
    folds.map((fold) => fold.moved),
    folds.map((fold) => fold.back),
    states.map((state) => state.cancelled),
    states.map((state) => JSON.stringify(state.details)),
  ];
}

function newestFold(state: ShipmentState): FoldState {
  return state.facts.at(-1)?.after ?? state.base;
}
