import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { ListArgs, ListPage } from "@shipment-tracking/read-model";
import { pathOf } from "@shipment-tracking/runtime";
import type { KeyedHandler } from "../access/keyed-route.ts";
import { linkHeader } from "./link-header.ts";
import { listParameters, queryOf } from "./list-parameters.ts";

export type ListQuery = (db: Queryable, tenantId: TenantId, page: ListArgs) => Promise<ListPage>;

/** A list endpoint by the common rules (specification 4.1, 4.3 and 8): a plain array, never an error for a parameter. */
export function listHandler(pool: Queryable, query: ListQuery): KeyedHandler {
  return async (tenantId, request) => {
    const target = request.raw.url ?? "";
    const page = listParameters(queryOf(target));
    const { json, hasNext } = await query(pool, tenantId, page);
    const link = linkHeader(pathOf(target), page, { hasNext, hasRows: json !== "[]" });
    return link === null ? { body: json } : { body: json, headers: { link } };
  };
}
