import {
  type Instant,
  type ShipmentId,
  type ShipmentStatus,
  shipmentStatuses,
  type TenantId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { TextQuery } from "./text-query.ts";

/** Place of a shipment in the list, newest first. */
export interface ShipmentKey {
  readonly createdAt: Instant;
  readonly id: ShipmentId;
}

export interface ShipmentFilter {
  readonly tenantId: TenantId;
  /** Only shipments behind this one. */
  readonly after: ShipmentKey | null;
  readonly limit: number;
  /** One of these; null: any. */
  readonly statuses: readonly ShipmentStatus[] | null;
  readonly text: TextQuery | null;
  /** Due before `now` and not final (or not so); null: either. */
  readonly late: boolean | null;
  readonly now: Instant;
}

/**
 * Shipments looked at before the indexes on words are asked. Frequent things are found among the newest at once; what is not frequent
 * enough to fill a page from these is rare enough for an index (measured with 200,000 shipments: npm run bench:search).
 */
const newestLookedAt = 3_000;
/** Where each document has to be looked up by its key, which takes three times as long. */
const newestLookedUp = 2_000;

/** The tenant's shipments that pass, newest first. Each status has its own order in the index: what several have is put together here. */
export async function findShipments(
  db: Queryable,
  filter: ShipmentFilter,
): Promise<readonly ShipmentKey[]> {
  const found: ShipmentKey[] = [];
  for (const status of filter.statuses ?? [null]) {
    found.push(...(await findOfStatus(db, { ...filter, status })));
  }
  return found.toSorted(newestFirst).slice(0, filter.limit);
}

/** With one status at most. */
type StatusFilter = Omit<ShipmentFilter, "statuses"> & { readonly status: ShipmentStatus | null };

async function findOfStatus(db: Queryable, filter: StatusFilter): Promise<readonly ShipmentKey[]> {
  const { found, complete } = await findAmongNewest(db, filter);
  return complete || found.length === filter.limit ? found : findByIndex(db, filter);
}

function newestFirst(one: ShipmentKey, other: ShipmentKey): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

interface NewestRow {
  readonly looked_at: number;
  readonly ids: readonly ShipmentId[];
  readonly instants: readonly string[];
}

/** Looks through the newest shipments of the page, in their order. `complete`: there were no more. */
async function findAmongNewest(
  db: Queryable,
  filter: StatusFilter,
): Promise<{ readonly found: readonly ShipmentKey[]; readonly complete: boolean }> {
  const onlyOrder = filter.text === null && filter.late === null;
  const onlyText = filter.status === null && filter.late === null;
  const lookAt = onlyOrder ? filter.limit : onlyText ? newestLookedAt : newestLookedUp;
  const { rows } = await db.query<NewestRow>({
    text: `
      with newest as materialized (
        ${!onlyOrder && onlyText ? newestDocuments : newestShipments(filter)}
        limit $6
      ),
      found as (
        select newest.id, newest.created_at
        from newest
        ${onlyText ? "" : probe(filter.text, "newest.id", "$7")}
        where newest.fits
          and ($8::boolean is null or newest.late = $8)
          ${filter.text === null ? "and $7::text is null" : ""}
        order by newest.created_at desc, newest.id desc
        limit $9
      )
      select
        (select count(*) from newest) as looked_at,
        array(select found.id from found order by found.created_at desc, found.id desc) as ids,
        array(select found.created_at::text from found order by found.created_at desc, found.id desc) as instants`,
    values: [
      ...boundary(filter),
      filter.status,
      filter.now,
      lookAt,
      filter.text,
      filter.late,
      filter.limit,
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The query without a from has no row");
  return {
    found: row.ids.map((id, index) => ({ id, createdAt: instantOf(row.instants[index]) })),
    complete: onlyOrder || row.looked_at < lookAt,
  };
}

const newestDocuments = `
        select shipment_search.shipment_id as id, shipment_search.created_at, null::boolean as late,
          shipment_search.document @@ $7::tsquery as fits
        from write.shipment_search
        where shipment_search.tenant_id = $1
          and (shipment_search.created_at, shipment_search.shipment_id) < ($2, $3)
          and $4::text is null
          and $5::text is not null
        order by shipment_search.created_at desc, shipment_search.shipment_id desc`;

function newestShipments({ status, late }: StatusFilter): string {
  return `
        select shipments.id, shipments.created_at, ${late === null ? "null::boolean" : lateness} as late, true as fits
        from write.shipments
        where shipments.tenant_id = $1
          and (shipments.created_at, shipments.id) < ($2, $3)
          ${status === null ? "and $4::text is null" : "and shipments.status = $4"}
          and $5::text is not null
        order by shipments.created_at desc, shipments.id desc`;
}

/** As `findShipments`, without a look at the newest first: for texts that are rare. */
export async function findShipmentsByIndex(
  db: Queryable,
  filter: ShipmentFilter,
): Promise<readonly ShipmentKey[]> {
  const found: ShipmentKey[] = [];
  for (const status of filter.statuses ?? [null]) {
    found.push(...(await findByIndex(db, { ...filter, status })));
  }
  return found.toSorted(newestFirst).slice(0, filter.limit);
}

/** Collects what passes by the index that fits best, and sorts it. */
async function findByIndex(db: Queryable, filter: StatusFilter): Promise<readonly ShipmentKey[]> {
  const { rows } = await db.query<{ readonly id: ShipmentId; readonly created_at: Instant }>({
    text: filter.text === null || filter.late === true ? byShipments(filter) : byDocuments(filter),
    values: [...boundary(filter), filter.status, filter.now, filter.text, filter.limit],
  });
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
}

/**
 * What is late is few as long as somebody looks after it. The limit is kept from the planner, which would hope to meet enough in
 * the list's order.
 */
function byShipments(filter: StatusFilter): string {
  return `
      with found as materialized (
        select shipments.id, shipments.created_at
        from write.shipments
        ${probe(filter.text, "shipments.id", "$6")}
        where shipments.tenant_id = $1
          and (shipments.created_at, shipments.id) < ($2, $3)
          and ${filter.text === null ? "$6::text is null" : "true"}
          ${shipmentConditions(filter)}
      )
      select found.id, found.created_at
      from found
      order by found.created_at desc, found.id desc
      limit $7`;
}

/** The documents that fit, newest first; their shipments are looked up one by one until there are enough. */
function byDocuments(filter: StatusFilter): string {
  return `
      select found.id, found.created_at
      from (
        select shipment_search.shipment_id as id, shipment_search.created_at
        from write.shipment_search
        where shipment_search.tenant_id = $1
          and (shipment_search.created_at, shipment_search.shipment_id) < ($2, $3)
          and shipment_search.document @@ $6::tsquery
        order by shipment_search.created_at desc, shipment_search.shipment_id desc
        offset 0
      ) as found
      ${filter.status === null && filter.late === null ? "where $4::text is null and $5::text is not null" : shipmentProbe(filter)}
      order by found.created_at desc, found.id desc
      limit $7`;
}

function shipmentProbe(filter: StatusFilter): string {
  return `cross join lateral (
        select
        from write.shipments
        where shipments.id = found.id
          and shipments.tenant_id = $1
          ${shipmentConditions(filter)}
        offset 0
      ) as shipment`;
}

function shipmentConditions({ status, late }: StatusFilter): string {
  const ofStatus = status === null ? "and $4::text is null" : "and shipments.status = $4";
  if (late === null) return `${ofStatus} and $5::text is not null`;
  return `${ofStatus} and ${late ? isLate("$5") : `${lateness} = false`}`;
}

/** Looks one shipment's document up by its key; `offset 0` keeps the planner from reading a whole list of the index instead. */
export function probe(text: TextQuery | null, id: string, parameter: string): string {
  return text === null
    ? ""
    : `cross join lateral (
          select
          from write.shipment_search
          where shipment_search.shipment_id = ${id}
            and shipment_search.document @@ ${parameter}::tsquery
          offset 0
        ) as document`;
}

const finalStatuses: readonly ShipmentStatus[] = ["delivered", "returned", "cancelled"];
export const unfinishedStatuses = shipmentStatuses.filter(
  (status) => !finalStatuses.includes(status),
);

// as the index shipments_by_delivery has it
const dueAt = `((shipments.details ->> 'deliveryScheduledAt') collate "C")`;
/** True in SQL for what is due before the instant of a parameter and not final: the statuses are named, because the index begins with them. */
export function isLate(now: string): string {
  return `${dueAt} < ${now} and shipments.status in (${listed(unfinishedStatuses)})`;
}

/** Statuses in SQL; they are this code's own words. */
export function listed(statuses: readonly ShipmentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(", ");
}

const lateness = `coalesce(${isLate("$5")}, false)`;

/** Years end at 9999: everything is behind this place. */
const beforeAll: readonly string[] = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

export function boundary({
  tenantId,
  after,
}: Pick<ShipmentFilter, "tenantId" | "after">): readonly string[] {
  return [tenantId, ...(after === null ? beforeAll : [after.createdAt, after.id])];
}

function instantOf(text: string | undefined): Instant {
  return new Date(text ?? "").toISOString() as Instant; // branded: the database's own
}
