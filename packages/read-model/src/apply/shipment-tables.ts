import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { renderShipment } from "../project/render-shipment.ts";
import type { ShipmentRow } from "../project/shipment-row.ts";
import {
  readStoredShipment,
  writeEntries,
  type StoredShipment,
} from "../project/stored-shipment.ts";
import { joinTexts } from "./joined-texts.ts";
import type { StreamKey } from "./stream-key.ts";

/** The rows of the shipments that exist, by shipment id. */
export async function loadShipments(
  db: Queryable,
  keys: readonly StreamKey[],
): Promise<ReadonlyMap<string, ShipmentRow>> {
  const { rows } = await db.query<StoredShipment>({
    name: "load_shipments",
    text: loadShipmentsText,
    values: [keys.map((key) => key.tenantId), keys.map((key) => key.streamId)],
  });
  return new Map(rows.map(readStoredShipment).map((row) => [row.shipmentId, row]));
}

/** Writes the rows into the list, the timelines and the public view. */
export async function saveShipments(db: Queryable, rows: readonly ShipmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const rendered = rows.map((row) => ({ row, ...renderShipment(row) }));
  await allAnswers([
    saveItems(db, rendered),
    saveTimelines(db, rendered),
    savePublicViews(db, rendered),
  ]);
}

const loadShipmentsText = `
select
  shipments.tenant_id as "tenantId",
  shipments.version,
  shipments.doc,
  shipment_timelines.entries,
  encode(shipment_timelines.token_hash, 'hex') as "tokenHash"
from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
join read.shipments on shipments.tenant_id = wanted.tenant_id and shipments.id = wanted.id
join read.shipment_timelines
  on shipment_timelines.tenant_id = wanted.tenant_id and shipment_timelines.shipment_id = wanted.id`;

type Rendered = ReturnType<typeof renderShipment> & { readonly row: ShipmentRow };

async function saveItems(db: Queryable, rendered: readonly Rendered[]): Promise<void> {
  const { rowCount } = await db.query({
    name: "save_items",
    text: `
insert into read.shipments (tenant_id, id, created_at, status, version, doc)
select item.tenant_id, item.id, item.created_at, item.status, item.version, item.doc
from unnest(
  $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::integer[], string_to_array($6, chr(31))
) as item (tenant_id, id, created_at, status, version, doc)
on conflict (tenant_id, id) do update
set status = excluded.status, version = excluded.version, doc = excluded.doc
where excluded.version > shipments.version`,
    values: [
      ...keysOf(rendered),
      rendered.map(({ row }) => row.createdAt),
      rendered.map(({ row }) => row.status),
      rendered.map(({ row }) => row.version),
      joinTexts(rendered.map(({ item }) => item)),
    ],
  });
  checkGuard(rowCount, rendered);
}

async function saveTimelines(db: Queryable, rendered: readonly Rendered[]): Promise<void> {
  const { rowCount } = await db.query({
    name: "save_timelines",
    text: `
insert into read.shipment_timelines (tenant_id, shipment_id, version, entries, doc, token_hash)
select
  timeline.tenant_id,
  timeline.shipment_id,
  timeline.version,
  timeline.entries,
  timeline.doc,
  decode(timeline.token_hash, 'hex')
from unnest(
  $1::uuid[], $2::uuid[], $3::integer[], string_to_array($4, chr(31)), string_to_array($5, chr(31)), $6::text[]
) as timeline (tenant_id, shipment_id, version, entries, doc, token_hash)
on conflict (tenant_id, shipment_id) do update
set
  version = excluded.version,
  entries = excluded.entries,
  doc = excluded.doc,
  token_hash = excluded.token_hash
where excluded.version > shipment_timelines.version`,
    values: [
      ...keysOf(rendered),
      rendered.map(({ row }) => row.version),
      joinTexts(rendered.map(({ row }) => writeEntries(row.timeline))),
      joinTexts(rendered.map(({ detail }) => detail)),
      rendered.map(({ row }) => row.tokenHash),
    ],
  });
  checkGuard(rowCount, rendered);
}

// the timeline's row has just passed its version guard and holds the token under a unique constraint: no guard is needed here
async function savePublicViews(db: Queryable, rendered: readonly Rendered[]): Promise<void> {
  const shared = rendered.flatMap(({ row: { tokenHash }, publicView }) =>
    tokenHash === null || publicView === null ? [] : [{ tokenHash, publicView }],
  );
  if (shared.length === 0) return;
  await db.query({
    name: "save_public_views",
    text: `
insert into read.public_tracking (token_hash, doc)
select decode(view.token_hash, 'hex'), view.doc
from unnest($1::text[], string_to_array($2, chr(31))) as view (token_hash, doc)
on conflict (token_hash) do update
set doc = excluded.doc`,
    values: [
      shared.map(({ tokenHash }) => tokenHash),
      joinTexts(shared.map(({ publicView }) => publicView)),
    ],
  });
}

function keysOf(rendered: readonly Rendered[]): [string[], string[]] {
  return [rendered.map(({ row }) => row.tenantId), rendered.map(({ row }) => row.shipmentId)];
}

// the position is held by this transaction, so nobody else can have written a newer row
function checkGuard(rowCount: number | null, rendered: readonly Rendered[]): void {
  if (rowCount === rendered.length) return;
  throw new Error("A read row is newer than the position says");
}
