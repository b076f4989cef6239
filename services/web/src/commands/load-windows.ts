import type {
  Fact,
  FoldState,
  Instant,
  ShipmentId,
  ShipmentStatus,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** Which facts of a shipment to load: those at or after `from`, an instant, or `-infinity` for all and `infinity` for none. */
export interface WindowWanted {
  readonly shipmentId: ShipmentId;
  readonly from: string;
}

/** The fold just before the window, null when no fact precedes it; `shared` is the tracking token's existence. */
export interface WindowBase {
  readonly shipmentId: ShipmentId;
  readonly before: {
    readonly fold: FoldState;
    readonly city: string;
    readonly eventAt: Instant;
  } | null;
  readonly shared: boolean;
}

interface FactRow {
  readonly shipment_id: ShipmentId;
  readonly event_id: TrackingEventId;
  readonly kind: Fact["kind"];
  readonly event_type: Fact["eventType"];
  readonly city: string;
  readonly event_at: Fact["eventAt"];
  readonly recorded_version: number;
  readonly external_id: string | null;
  readonly after_status: ShipmentStatus;
  readonly after_moved: boolean;
  readonly after_back: boolean;
}

/** Non-voided facts of the windows, in fold order per shipment. Reads the tail of an index, however long the history is. */
export async function loadWindowFacts(
  db: Queryable,
  windows: readonly WindowWanted[],
): Promise<ReadonlyMap<ShipmentId, readonly Fact[]>> {
  const { rows } = await db.query<FactRow>({
    name: "load_window_facts",
    text: `
      select wanted.shipment_id, facts.event_id, facts.kind, facts.event_type, facts.city, facts.event_at,
        facts.recorded_version, facts.external_id, facts.after_status, facts.after_moved, facts.after_back
      from unnest($1::uuid[], $2::timestamptz[]) as wanted (shipment_id, from_at)
      cross join lateral (
        select shipment_facts.event_id, shipment_facts.kind, shipment_facts.event_type, shipment_facts.city,
          shipment_facts.event_at, shipment_facts.recorded_version, shipment_facts.external_id,
          shipment_facts.after_status, shipment_facts.after_moved, shipment_facts.after_back
        from write.shipment_facts
        where shipment_facts.shipment_id = wanted.shipment_id
          and shipment_facts.event_at >= wanted.from_at
          and shipment_facts.voided_at is null
        order by shipment_facts.event_at, shipment_facts.recorded_version
      ) as facts`,
    values: [windows.map((window) => window.shipmentId), windows.map((window) => window.from)],
  });
  const facts = new Map<ShipmentId, Fact[]>();
  for (const row of rows) {
    const ofShipment = facts.get(row.shipment_id) ?? [];
    ofShipment.push(toFact(row));
    facts.set(row.shipment_id, ofShipment);
  }
  return facts;
}

interface BaseRow {
  readonly shipment_id: ShipmentId;
  readonly after_status: ShipmentStatus | null;
  readonly after_moved: boolean | null;
  readonly after_back: boolean | null;
  readonly city: string | null;
  readonly event_at: Instant | null;
  readonly shared: boolean;
}

/** The newest fact before each window. */
export async function loadWindowBases(
  db: Queryable,
  windows: readonly WindowWanted[],
): Promise<readonly WindowBase[]> {
  const { rows } = await db.query<BaseRow>({
    name: "load_window_bases",
    text: `
      select wanted.shipment_id, base.after_status, base.after_moved, base.after_back, base.city, base.event_at,
        exists (
          select from write.tracking_tokens
          where tracking_tokens.shipment_id = wanted.shipment_id
        ) as shared
      from unnest($1::uuid[], $2::timestamptz[]) as wanted (shipment_id, from_at)
      left join lateral (
        select shipment_facts.after_status, shipment_facts.after_moved, shipment_facts.after_back, shipment_facts.city,
          shipment_facts.event_at
        from write.shipment_facts
        where shipment_facts.shipment_id = wanted.shipment_id
          and shipment_facts.event_at < wanted.from_at
          and shipment_facts.voided_at is null
        order by shipment_facts.event_at desc, shipment_facts.recorded_version desc
        limit 1
      ) as base on true`,
    values: [windows.map((window) => window.shipmentId), windows.map((window) => window.from)],
  });
  return rows.map((row) => ({
    shipmentId: row.shipment_id,
    before: toBefore(row),
    shared: row.shared,
  }));
}

function toFact(row: FactRow): Fact {
  return {
    eventId: row.event_id,
    kind: row.kind,
    eventType: row.event_type,
    city: row.city,
    eventAt: row.event_at,
    recordedVersion: row.recorded_version,
    externalId: row.external_id,
    after: { status: row.after_status, moved: row.after_moved, back: row.after_back },
  };
}

function toBefore(row: BaseRow): WindowBase["before"] {
  if (
    row.after_status === null ||
    row.after_moved === null ||
    row.after_back === null ||
    row.city === null ||
    row.event_at === null
  ) {
    return null;
  }
  return {
    fold: { status: row.after_status, moved: row.after_moved, back: row.after_back },
    city: row.city,
    eventAt: row.event_at,
  };
}
