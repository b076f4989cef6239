import { z } from "zod";
import type { SecretBox } from "@shipment-tracking/secrets";

/** Position per part of the log, by part; a client has seen everything up to it. */
export type LogPlace = readonly number[];

const placeShape = z.array(z.int().min(0)).length(64);

/**
 * A place in the log as the `id` of server-sent events. Encrypted and bound to the tenant: in the clear it would tell how much is going on
 * in all companies together.
 */
export function sealPlace(box: SecretBox, tenantId: string, place: LogPlace): string {
  const { keyId, ciphertext } = box.seal(JSON.stringify(place), contextOf(tenantId));
  return `${keyId}.${ciphertext.toString("base64url")}`;
}

/** Null for anything that `sealPlace` did not make for this tenant with keys that are still there. */
export function openPlace(box: SecretBox, tenantId: string, token: string): LogPlace | null {
  const match = /^([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{40,2000})$/.exec(token);
  const [, keyId, ciphertext] = match ?? [];
  if (keyId === undefined || ciphertext === undefined) return null;
  try {
    const sealed = { keyId, ciphertext: Buffer.from(ciphertext, "base64url") };
    const place = placeShape.safeParse(JSON.parse(box.open(sealed, contextOf(tenantId))));
    return place.success ? place.data : null;
  } catch {
    return null;
  }
}

function contextOf(tenantId: string): string {
  return `stream:${tenantId}`;
}
