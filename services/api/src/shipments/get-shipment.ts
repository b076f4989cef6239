import { isUuid } from "@shipment-tracking/contracts";
import type { ShipmentId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { getShipment } from "@shipment-tracking/read-model";
import type { KeyedHandler } from "../access/keyed-route.ts";

/** GET /v1/shipments/:id (specification 4.2). Another tenant's shipment is as unknown as one that never was. */
export function shipmentHandler(pool: Queryable): KeyedHandler {
  return async (tenantId, request) => {
    const id = shipmentIdOf(request.params);
    if (id === null) return "not_found";
    const body = await getShipment(pool, tenantId, id);
    return body === null ? "not_found" : { body };
  };
}

function shipmentIdOf(params: unknown): ShipmentId | null {
  // the route's pattern has exactly this parameter
  const { id } = params as { readonly id: string };
  const lower = id.toLowerCase();
  // isUuid is the check that the brand stands for
  return isUuid(lower) ? (lower as ShipmentId) : null;
}
