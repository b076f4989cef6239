import type { Queryable } from "@shipment-tracking/postgres";
import {
  type DeliveryRecord,
  type DeliveryState,
  finishedColumns,
  listedColumns,
  openColumns,
} from "./delivery-record.ts";
import { isUnderWay } from "./predicates.ts";

export interface DeliveriesPage {
  readonly endpointId: string;
  /** Null: all of them. */
  readonly state: DeliveryState | null;
  /** Only deliveries after this one in the list's order. */
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly limit: number;
}

/** An endpoint's deliveries, open and finished ones in one list, newest first (`createdAt`, then `id`, both descending). */
export async function listDeliveries(
  db: Queryable,
  tenantId: string,
  { endpointId, state, after, limit }: DeliveriesPage,
): Promise<readonly DeliveryRecord[]> {
  const { rows } = await db.query<DeliveryRecord>({
    text: `
      select ${listedColumns}
      from (${newest(partsOf(state))}
      ) as listed
      left join hooks.messages on messages.id = listed."messageId"
        and messages.created_at = listed."messageCreatedAt"
      order by listed."createdAt" desc, listed.id desc`,
    values: [tenantId, endpointId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
  return rows;
}

/** Each part gives at most a page by its own index; a state leaves one of them. */
function partsOf(state: DeliveryState | null): readonly string[] {
  switch (state) {
    case null:
      return [part("deliveries", []), part("finished_deliveries", [])];
    case "waiting":
      return [part("deliveries", [`not ${isUnderWay}`])];
    case "sending":
      return [part("deliveries", [isUnderWay])];
    case "delivered":
      return [part("finished_deliveries", ["finished_deliveries.state = 'delivered'"])];
    case "dead":
    case "superseded":
    case "cancelled":
      // written out: the index of what was not delivered is found by it
      return [
        part("finished_deliveries", [
          `finished_deliveries.state = '${state}'`,
          "finished_deliveries.state <> 'delivered'",
        ]),
      ];
  }
}

function newest(parts: readonly string[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return `${parts.join(" union all ")}
        order by "createdAt" desc, id desc
        limit $5`;
}

function part(table: "deliveries" | "finished_deliveries", conditions: readonly string[]): string {
  const columns = table === "deliveries" ? openColumns(isUnderWay) : finishedColumns;
  return `
        (
          select ${columns}
          from hooks.${table}
          where ${table}.tenant_id = $1
            and ${table}.endpoint_id = $2
            and ($3::timestamptz is null or (${table}.created_at, ${table}.id) < ($3::timestamptz, $4::uuid))
            ${conditions.map((condition) => `and ${condition}`).join(" ")}
          order by ${table}.created_at desc, ${table}.id desc
          limit $5
        )`;
}
