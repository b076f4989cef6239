import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** A series of generated numbers within a tenant, such as `SHP-000001`, `SHP-000002`… */
export interface NumberSeries {
  /** Name of the counter. */
  readonly counter: string;
  readonly prefix: string;
  /** Those of the given numbers that the tenant uses already. */
  findTaken(
    db: Queryable,
    tenantId: TenantId,
    numbers: readonly string[],
  ): Promise<Pick<ReadonlySet<string>, "has">>;
}

/**
 * The tenant's next free numbers of a series, skipping those that somebody entered by hand. Locks the series' counter until the transaction
 * ends: call it before rows of the series are locked, always in this order.
 */
export async function takeNumbers(
  tx: Queryable,
  tenantId: TenantId,
  { series, count }: { readonly series: NumberSeries; readonly count: number },
): Promise<readonly string[]> {
  const free: string[] = [];
  for (let block = count; free.length < count; block *= 2) {
    const last = await advanceCounter(tx, tenantId, { name: series.counter, by: block });
    const values = Array.from({ length: block }, (_, index) => last - block + index + 1);
    const wanted = count - free.length;
    const taken = await series.findTaken(tx, tenantId, values.map(numberOf(series)));
    const found = values.filter((value) => !taken.has(numberOf(series)(value))).slice(0, wanted);
    free.push(...found.map(numberOf(series)));
    const lastUsed = found.at(-1);
    // what the last block has left over is given out next time
    if (found.length === wanted && lastUsed !== undefined) {
      await setCounter(tx, tenantId, { name: series.counter, value: lastUsed });
    }
  }
  return free;
}

function numberOf({ prefix }: NumberSeries): (value: number) => string {
  return (value) => `${prefix}-${String(value).padStart(6, "0")}`;
}

async function advanceCounter(
  db: Queryable,
  tenantId: TenantId,
  { name, by }: { readonly name: string; readonly by: number },
): Promise<number> {
  const { rows } = await db.query<{ readonly last_value: number }>({
    name: "advance_counter",
    text: `
      insert into write.counters (tenant_id, name, last_value)
      values ($1, $2, $3)
      on conflict (tenant_id, name) do update
      set last_value = counters.last_value + excluded.last_value
      returning counters.last_value`,
    values: [tenantId, name, by],
  });
  const last = rows[0]?.last_value;
  if (last === undefined) throw new Error("The counter returned no value");
  return last;
}

async function setCounter(
  db: Queryable,
  tenantId: TenantId,
  { name, value }: { readonly name: string; readonly value: number },
): Promise<void> {
  await db.query({
    name: "set_counter",
    text: `
      update write.counters
      set last_value = $3
      where counters.tenant_id = $1
        and counters.name = $2`,
    values: [tenantId, name, value],
  });
}
