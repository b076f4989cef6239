import { isUuid } from "@shipment-tracking/contracts";
import type { ShipmentId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { type FoundApiKey, getShipment } from "@shipment-tracking/read-model";
import type { KeyFinder } from "../access/key-finder.ts";
import type { KeyedHandler } from "../access/keyed-route.ts";
import type { FreshAnswers } from "../reading/fresh-answers.ts";

export interface ShipmentHandlerOptions {
  readonly db: Queryable;
  readonly answers: FreshAnswers;
  readonly findKey: KeyFinder;
}

/** GET /v1/shipments/:id (specification 4.2). Another tenant's shipment is as unknown as one that never was. */
export function shipmentHandler(options: ShipmentHandlerOptions): KeyedHandler<FoundApiKey> {
  const { db, answers, findKey } = options;
  return {
    opener: () => findKey,
    async answer({ tenantId, stamp }, request) {
      const id = shipmentIdOf(request.params);
      if (id === null) return "not_found";
      const answer = await answers.get({
        key: `${tenantId}/shipment/${id}`,
        since: stamp,
        read: () => getShipment(db, tenantId, id),
      });
      return answer ?? "not_found";
    },
  };
}

function shipmentIdOf(params: unknown): ShipmentId | null {
  // the route's pattern has exactly this parameter
  const { id } = params as { readonly id: string };
  const lower = id.toLowerCase();
  // isUuid is the check that the brand stands for
  return isUuid(lower) ? (lower as ShipmentId) : null;
}
