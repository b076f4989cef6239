import {
  generateTrackingToken,
  hashTrackingToken,
  type Position,
} from "@shipment-tracking/contracts";
import type { Rejection, ShipmentId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandContext } from "../commands/outcome.ts";
import type { SecretBox } from "@shipment-tracking/secrets";
import { findTrackingToken, insertTrackingToken } from "./tracking-tokens.ts";

export type ShareOutcome =
  | { readonly outcome: "shared"; readonly token: string; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

/**
 * The shipment's tracking token, minted by the first call and the same for ever (specification 2.5): calls at the same time wait for the
 * shipment's row, and all but the first find it shared. The link works once the read model has applied `position`.
 *
 * The token is stored after the append, because only then its position is known: the one exception to the append being last.
 */
export async function shareShipment(
  tx: Queryable,
  deps: { readonly context: CommandContext; readonly box: SecretBox },
  share: { readonly shipmentId: ShipmentId; readonly expectedVersion?: number },
): Promise<ShareOutcome> {
  const { context, box } = deps;
  const token = generateTrackingToken();
  const tokenHash = hashTrackingToken(token);
  const command = { type: "share_shipment", now: context.now, tokenHash } as const;
  const [outcome] = await executeShipmentCommands(tx, context, [{ ...share, command }]);
  if (outcome === undefined) throw new Error("The command has no outcome");
  if (outcome.outcome === "rejected") return outcome;
  if (outcome.outcome === "repeat") return sharedBefore(tx, box, share.shipmentId);
  const { position } = outcome;
  const sealed = box.seal(token, contextOf(share.shipmentId));
  await insertTrackingToken(tx, share.shipmentId, { tokenHash, sealed, position });
  return { outcome: "shared", token, position };
}

async function sharedBefore(
  tx: Queryable,
  box: SecretBox,
  shipmentId: ShipmentId,
): Promise<ShareOutcome> {
  const stored = await findTrackingToken(tx, shipmentId);
  if (stored === null) throw new Error(`The shared shipment ${shipmentId} has no token`);
  const token = box.open(stored.sealed, contextOf(shipmentId));
  return { outcome: "shared", token, position: stored.position };
}

function contextOf(shipmentId: ShipmentId): string {
  return `tracking-token:${shipmentId}`;
}
