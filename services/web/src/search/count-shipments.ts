import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { isScheduledWithin, type Span } from "./find-scheduled.ts";
import { isLate } from "./find-shipments.ts";

/** No count goes beyond it: who reads one wants to know whether there are any, and whether they are many. */
export const countCap = 1_000;

/** Something has to be done about these. */
const troubledStatuses = ["exception", "customs_hold", "attempt_failed"] as const;

export interface ShipmentCounts {
  readonly late: number;
  readonly exception: number;
  readonly today: number;
  readonly all: number;
}

/** How many shipments of the tenant each of the board's views holds, up to the cap. */
export async function countShipments(
  db: Queryable,
  tenantId: TenantId,
  { now, today }: { readonly now: Instant; readonly today: Span },
): Promise<ShipmentCounts> {
  const { rows } = await db.query<ShipmentCounts>({
    text: `
      select
        (${capped(isLate("$2"))}) as late,
        (${capped("shipments.status = any ($5)")}) as exception,
        (${capped(isScheduledWithin("$3", "$4"))}) as today,
        (${capped("true")}) as all`,
    values: [tenantId, now, today.from, today.to, troubledStatuses],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The query without a from has no row");
  return row;
}

function capped(condition: string): string {
  return `
          select count(*)::integer
          from (
            select
            from write.shipments
            where shipments.tenant_id = $1
              and ${condition}
            limit ${String(countCap)}
          ) as counted`;
}
