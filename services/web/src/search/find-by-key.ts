import { type ShipmentId, type ShipmentStatus, shipmentStatuses } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { isScheduledWithin, type Span } from "./find-scheduled.ts";
import { isLate, probe, type ShipmentFilter, unfinishedStatuses } from "./find-shipments.ts";
import { type Direction, type KeyName, type KeyPlace, keys, keyText } from "./list-order.ts";

/**
 * Shipments looked at in the list's order before all that fit are collected and sorted: as in find-shipments.ts, what is frequent is met early, and
 * what is not is few.
 */
const usuallyLookedAt = 2_000;

export interface KeyFilter extends Omit<ShipmentFilter, "after"> {
  readonly name: KeyName;
  readonly direction: Direction;
  readonly after: KeyPlace | null;
  /** A pickup or delivery is scheduled within it; null: whenever. */
  readonly span: Span | null;
  /** As many shipments are looked at in the list's order before all that fit are collected; 2,000 when absent. */
  readonly lookedAt?: number;
}

/** The tenant's shipments that pass, in the order of a key; those without one come last, whatever the direction. */
export async function findByKey(db: Queryable, filter: KeyFilter): Promise<readonly KeyPlace[]> {
  const { after, limit, name } = filter;
  const found: KeyPlace[] = [];
  if (after?.key !== null) found.push(...(await findInPart(db, { ...filter, part: "with" })));
  if (!keys[name].nullable || found.length === limit) return found;
  const rest = {
    ...filter,
    limit: limit - found.length,
    after: after?.key === null ? after : null,
  };
  return [...found, ...(await findInPart(db, { ...rest, part: "without" }))];
}

/** Shipments with a key, or those without. */
type PartFilter = KeyFilter & { readonly part: "with" | "without" };

async function findInPart(db: Queryable, filter: PartFilter): Promise<readonly KeyPlace[]> {
  if (filter.span !== null || filter.lookedAt === 0) return collect(db, filter);
  const { found, complete } = await walk(db, filter);
  return complete || found.length === filter.limit ? found : collect(db, filter);
}

interface Row {
  readonly id: ShipmentId;
  readonly key: string | null;
}

interface WalkedRow {
  readonly looked_at: number;
  readonly ids: readonly ShipmentId[];
  readonly keys: readonly (string | null)[];
}

/** Goes through the shipments in their order, each status in its own part of the index. `complete`: there were no more. */
async function walk(
  db: Queryable,
  filter: PartFilter,
): Promise<{ readonly found: readonly KeyPlace[]; readonly complete: boolean }> {
  const { text, limit, name, direction, lookedAt = usuallyLookedAt } = filter;
  const onlyOrder = text === null && (filter.late === null || isOfIndex(filter));
  const lookAt = onlyOrder ? limit : lookedAt;
  const statuses = statusesOf(filter);
  if (statuses.length === 0) return { found: [], complete: true };
  const order = (rows: string, key = `${rows}.key`) =>
    `order by ${key} ${direction}, ${rows}.id ${direction}`;
  const { rows } = await db.query<WalkedRow>({
    text: `
      with walked as materialized (
        select merged.id, merged.key, merged.fits
        from unnest($2::text[]) as wanted (status)
        cross join lateral (${ofStatus(filter)}
          ${order("shipments", keys[name].expression)}
          limit $8
        ) as merged
        ${order("merged")}
        limit $8
      ),
      found as (
        select walked.id, walked.key
        from walked
        ${probe(text, "walked.id", "$6")}
        where walked.fits
          ${text === null ? "and $6::text is null" : ""}
        ${order("walked")}
        limit $7
      )
      select
        (select count(*) from walked) as looked_at,
        array(select found.id from found ${order("found")}) as ids,
        array(select found.key::text from found ${order("found")}) as keys`,
    values: [...parametersOf(filter, statuses), lookAt],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The query without a from has no row");
  return {
    found: row.ids.map((id, index) => placeOf({ id, key: row.keys[index] ?? null }, name)),
    complete: onlyOrder || row.looked_at < lookAt,
  };
}

function ofStatus(filter: PartFilter): string {
  const { name, late } = filter;
  const fits = late === null || isOfIndex(filter) ? "true" : latenessOf(late);
  return `
          select shipments.id, ${keys[name].expression} as key, ${fits} as fits
          from write.shipments
          where shipments.tenant_id = $1
            and shipments.status = wanted.status
            ${conditions(filter)}
            ${isOfIndex(filter) ? `and ${latenessOf(true)}` : ""}`;
}

/** Lateness is a piece of the order's own index. */
function isOfIndex({ name, late }: PartFilter): boolean {
  return name === "delivery" && late === true;
}

/** Collects all that passes by the index that fits best, and sorts it. */
async function collect(db: Queryable, filter: PartFilter): Promise<readonly KeyPlace[]> {
  const { text, late, span, direction, name } = filter;
  const statuses = statusesOf(filter);
  if (statuses.length === 0) return [];
  const byShipments = text === null || late === true || span !== null;
  const from = byShipments
    ? `write.shipments
        ${probe(text, "shipments.id", "$6")}`
    : `(
          select shipment_search.shipment_id
          from write.shipment_search
          where shipment_search.tenant_id = $1
            and shipment_search.document @@ $6::tsquery
          offset 0
        ) as document
        join write.shipments on shipments.id = document.shipment_id`;
  const parameters = parametersOf(filter, statuses);
  const { rows } = await db.query<Row>({
    text: `
      with found as materialized (
        select shipments.id, ${keys[name].expression} as key
        from ${from}
        where shipments.tenant_id = $1
          and shipments.status = any ($2)
          ${text === null ? "and $6::text is null" : ""}
          ${conditions(filter)}
          ${late === null ? "" : `and ${latenessOf(late)}`}
          ${span === null ? "" : `and ${isScheduledWithin("$8", "$9")}`}
      )
      select found.id, found.key::text as key
      from found
      order by found.key ${direction}, found.id ${direction}
      limit $7`,
    values: [...parameters, ...(span === null ? [] : [span.from, span.to])],
  });
  return rows.map((row) => placeOf(row, name));
}

/** $1 tenant, $2 statuses, $3 and $4 the place, $5 now, $6 text, $7 limit. */
function parametersOf(filter: PartFilter, statuses: readonly ShipmentStatus[]): readonly unknown[] {
  const { tenantId, after, now, text, limit } = filter;
  return [tenantId, statuses, after?.key ?? null, after?.id ?? null, now, text, limit];
}

function conditions({ name, part, direction, after }: PartFilter): string {
  const { expression, type } = keys[name];
  const beyond = direction === "asc" ? ">" : "<";
  const behind = {
    with: `(${expression}, shipments.id) ${beyond} ($3::${type}, $4::uuid)`,
    without: `shipments.id ${beyond} $4::uuid and $3::text is null`,
  }[part];
  return `and ${expression} is ${part === "with" ? "not null" : "null"}
            and ${after === null ? "$3::text is null and $4::uuid is null" : behind}
            and $5::text is not null`;
}

function latenessOf(late: boolean): string {
  return late ? isLate("$5") : `coalesce(${isLate("$5")}, false) = false`;
}

/** What is late is in none of the others. */
function statusesOf({ statuses, late }: PartFilter): readonly ShipmentStatus[] {
  const wanted = statuses ?? shipmentStatuses;
  return late === true ? wanted.filter((status) => unfinishedStatuses.includes(status)) : wanted;
}

function placeOf({ id, key }: Row, name: KeyName): KeyPlace {
  return { id, key: keyText(key, name) };
}
