import { z } from "zod";
import { instantText, nonBlankText, sha256Hex, uuid } from "./fields.ts";
import { requireSameShape } from "./same-shape.ts";

/** Events of a tenant's stream (stream id = tenant id). */
export type TenantEvent =
  | { readonly type: "tenant.created"; readonly name: string }
  | { readonly type: "tenant.activated" }
  | { readonly type: "tenant.deactivated" };

/** Events of an API key's stream (stream id = key id). The key itself is in no event. */
export type ApiKeyEvent =
  | {
      readonly type: "api_key.created";
      readonly keyId: string;
      /** SHA-256 of the key, 64 lower-case hex digits. */
      readonly keyHash: string;
      readonly name: string;
      /** Instant after which the key is invalid, null for never. */
      readonly expiresAt: string | null;
    }
  | { readonly type: "api_key.revoked"; readonly keyId: string };

/** Payloads of tenant and API key events, version 1; each with the `type` it travels under. */
export const accountEventSchemas = {
  "tenant.created": z.strictObject({ type: z.literal("tenant.created"), name: nonBlankText }),
  "tenant.activated": z.strictObject({ type: z.literal("tenant.activated") }),
  "tenant.deactivated": z.strictObject({ type: z.literal("tenant.deactivated") }),
  "api_key.created": z.strictObject({
    type: z.literal("api_key.created"),
    keyId: uuid,
    keyHash: sha256Hex,
    name: nonBlankText,
    expiresAt: instantText.nullable(),
  }),
  "api_key.revoked": z.strictObject({ type: z.literal("api_key.revoked"), keyId: uuid }),
} as const;

type Decoded = z.infer<(typeof accountEventSchemas)[keyof typeof accountEventSchemas]>;

requireSameShape<Decoded, TenantEvent | ApiKeyEvent>(true);
