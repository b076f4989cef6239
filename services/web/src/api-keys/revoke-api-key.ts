import type { Position } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { appendOne, headOf } from "../commands/append-one.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { lockApiKey, markRevoked } from "./api-key-rows.ts";

/** Revokes a key for good; one that is revoked already stays so. Null when the tenant has no such key. */
export async function revokeApiKey(
  tx: Queryable,
  context: CommandContext,
  keyId: string,
): Promise<Position | null> {
  const key = await lockApiKey(tx, context.tenantId, keyId);
  if (key === null) return null;
  if (key.revoked) return headOf(tx, keyId);
  await markRevoked(tx, keyId, context.now);
  await recordAudit(tx, [
    {
      ...context,
      action: "api_key.revoked",
      subject: { type: "api_key", id: keyId },
      details: { name: key.name, lastFour: key.lastFour },
    },
  ]);
  return appendOne(tx, context, {
    streamId: keyId,
    expectedVersion: key.version,
    event: { type: "api_key.revoked", keyId },
  });
}
