import type { ShipmentId, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/**
 * The tenant's next free shipment numbers (`SHP-000001`…), skipping those that somebody entered by hand. Locks the tenant's counter until
 * the transaction ends: call it before shipments are locked, always in this order.
 */
export async function takeShipmentNumbers(
  tx: Queryable,
  tenantId: TenantId,
  count: number,
): Promise<readonly string[]> {
  const free: string[] = [];
  for (let block = count; free.length < count; block *= 2) {
    const last = await advanceCounter(tx, tenantId, block);
    const wanted = count - free.length;
    const found = await freeNumbers(tx, tenantId, { after: last - block, to: last, limit: wanted });
    free.push(...found.map(shipmentNumber));
    const lastUsed = found.at(-1);
    // what the last block has left over is given out next time
    if (found.length === wanted && lastUsed !== undefined) {
      await setCounter(tx, tenantId, lastUsed);
    }
  }
  return free;
}

/** Which shipments of the tenant bear these numbers. */
export async function findShipmentsByNumber(
  db: Queryable,
  tenantId: TenantId,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ShipmentId>> {
  const { rows } = await db.query<{ readonly shipment_number: string; readonly id: ShipmentId }>({
    name: "find_shipments_by_number",
    text: `
      select shipments.shipment_number, shipments.id
      from write.shipments
      where shipments.tenant_id = $1
        and shipments.shipment_number = any($2::text[])`,
    values: [tenantId, numbers],
  });
  return new Map(rows.map((row) => [row.shipment_number, row.id]));
}

const counterName = "shipment_number";

function shipmentNumber(value: number): string {
  return `SHP-${String(value).padStart(6, "0")}`;
}

async function advanceCounter(db: Queryable, tenantId: TenantId, by: number): Promise<number> {
  const { rows } = await db.query<{ readonly last_value: number }>({
    name: "advance_counter",
    text: `
      insert into write.counters (tenant_id, name, last_value)
      values ($1, $2, $3)
      on conflict (tenant_id, name) do update
      set last_value = counters.last_value + excluded.last_value
      returning counters.last_value`,
    values: [tenantId, counterName, by],
  });
  const last = rows[0]?.last_value;
  if (last === undefined) throw new Error("The counter returned no value");
  return last;
}

async function setCounter(db: Queryable, tenantId: TenantId, value: number): Promise<void> {
  await db.query({
    name: "set_counter",
    text: `
      update write.counters
      set last_value = $3
      where counters.tenant_id = $1
        and counters.name = $2`,
    values: [tenantId, counterName, value],
  });
}

interface NumberRange {
  readonly after: number;
  readonly to: number;
  readonly limit: number;
}

async function freeNumbers(
  db: Queryable,
  tenantId: TenantId,
  range: NumberRange,
): Promise<readonly number[]> {
  const values = Array.from(
    { length: range.to - range.after },
    (_, index) => range.after + index + 1,
  );
  const taken = await findShipmentsByNumber(db, tenantId, values.map(shipmentNumber));
  return values.filter((value) => !taken.has(shipmentNumber(value))).slice(0, range.limit);
}
