import type {
  Instant,
  ShipmentEvent,
  ShipmentMode,
  ShipmentStatus,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { type KnownShipment, knownShipmentAfter } from "../message/known-shipment.ts";

/** A row of `hooks.shipments`: what a message says of a shipment beside its event, as of `version`. */
export interface ShipmentState extends KnownShipment {
  readonly id: string;
  readonly tenantId: string;
  readonly version: number;
  readonly status: ShipmentStatus;
}

/** The state after an event; null when the shipment's creation is not known. The caller has checked the version. */
export function evolveState(
  state: ShipmentState | null,
  event: ShipmentEvent,
  at: { readonly streamId: string; readonly tenantId: string; readonly version: number },
): ShipmentState | null {
  if (state === null && event.type !== "shipment.created") return null;
  const known = knownShipmentAfter(state, event);
  if (known === null) return null;
  const { streamId: id, tenantId, version } = at;
  return { ...known, id, tenantId, version, status: event.status };
}

interface ShipmentStateRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly number: string;
  readonly mode: string;
  readonly status: string;
  readonly origin_city: string | null;
  readonly dest_city: string | null;
  readonly pickup_scheduled_at: string | null;
  readonly delivery_scheduled_at: string | null;
}

/** The stored states by shipment id; unknown ids are absent. */
export async function loadStates(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShipmentState>> {
  const { rows } = await db.query<ShipmentStateRow>({
    name: "load_webhook_shipments",
    text: `
      select shipments.id, shipments.tenant_id, shipments.version, shipments.number, shipments.mode, shipments.status,
        shipments.origin_city, shipments.dest_city, shipments.pickup_scheduled_at, shipments.delivery_scheduled_at
      from hooks.shipments
      where shipments.id = any ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, toState(row)]));
}

function toState(row: ShipmentStateRow): ShipmentState {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    version: row.version,
    shipmentNumber: row.number,
    // written by saveStates only, from decoded events
    mode: row.mode as ShipmentMode,
    status: row.status as ShipmentStatus,
    originCity: row.origin_city,
    destCity: row.dest_city,
    pickupScheduledAt: row.pickup_scheduled_at as Instant | null,
    deliveryScheduledAt: row.delivery_scheduled_at as Instant | null,
  };
}

/** Writes the states, one a shipment. */
export async function saveStates(db: Queryable, states: readonly ShipmentState[]): Promise<void> {
  if (states.length === 0) return;
  await db.query({
    name: "save_webhook_shipments",
    text: `
      insert into hooks.shipments (
        id, tenant_id, version, number, mode, status, origin_city, dest_city, pickup_scheduled_at, delivery_scheduled_at
      )
      select states.id, states.tenant_id, states.version, states.number, states.mode, states.status, states.origin_city,
        states.dest_city, states.pickup_scheduled_at, states.delivery_scheduled_at
      from unnest(
        $1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::timestamptz[], $10::timestamptz[]
      ) as states (
        id, tenant_id, version, number, mode, status, origin_city, dest_city, pickup_scheduled_at, delivery_scheduled_at
      )
      on conflict (id) do update
      set version = excluded.version,
        number = excluded.number,
        mode = excluded.mode,
        status = excluded.status,
        origin_city = excluded.origin_city,
        dest_city = excluded.dest_city,
        pickup_scheduled_at = excluded.pickup_scheduled_at,
        delivery_scheduled_at = excluded.delivery_scheduled_at
      where shipments.version < excluded.version`,
    values: [
      states.map((state) => state.id),
      states.map((state) => state.tenantId),
      states.map((state) => state.version),
      states.map((state) => state.shipmentNumber),
      states.map((state) => state.mode),
      states.map((state) => state.status),
      states.map((state) => state.originCity),
      states.map((state) => state.destCity),
      states.map((state) => state.pickupScheduledAt),
      states.map((state) => state.deliveryScheduledAt),
    ],
  });
}
