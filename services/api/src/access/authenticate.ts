import { hashApiKey, parseApiKey } from "@shipment-tracking/contracts";
import type { FoundApiKey } from "@shipment-tracking/read-model";
import type { Refusal } from "../answers/refusals.ts";
import { presentedKey } from "./authorization-header.ts";
import type { KeyFinder } from "./key-finder.ts";

export interface Gate {
  readonly findKey: KeyFinder;
  /** Told of every request that a key opened. */
  recordKeyUse?(keyId: string): void;
}

/** Looks up the SHA-256 (64 hex digits) of a key, and with it whatever else one knows to be needed; null when the key opens nothing now. */
export type KeyOpener<Holder extends FoundApiKey> = (keyHash: string) => Promise<Holder | null>;

export type Access<Holder extends FoundApiKey = FoundApiKey> =
  | { readonly kind: "granted"; readonly holder: Holder }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** A key of the right shape, not yet looked up. */
export type PresentedKey =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** The part of the check that costs no query: header and checksum. */
export function checkKeyShape(rawHeaders: readonly string[]): PresentedKey {
  const presented = presentedKey(rawHeaders);
  switch (presented.kind) {
    case "missing":
      return { kind: "refused", refusal: "missing_key" };
    case "malformed":
      return { kind: "refused", refusal: "malformed_authorization" };
    case "token":
      return parseApiKey(presented.token) === null
        ? { kind: "refused", refusal: "invalid_key" }
        : { kind: "key", key: presented.token };
  }
}

/** Looks a well-formed key up: unknown, revoked, expired and inactive tenants' keys are all invalid (specification 5). */
export async function openWithKey<Holder extends FoundApiKey>(
  gate: Gate,
  key: string,
  open: KeyOpener<Holder>,
): Promise<Access<Holder>> {
  const found = await open(hashApiKey(key));
  if (found === null) return { kind: "refused", refusal: "invalid_key" };
  gate.recordKeyUse?.(found.keyId);
  return { kind: "granted", holder: found };
}

/** Both steps: what a request with these headers may see. */
export async function authenticate(gate: Gate, rawHeaders: readonly string[]): Promise<Access> {
  const presented = checkKeyShape(rawHeaders);
  return presented.kind === "refused" ? presented : openWithKey(gate, presented.key, gate.findKey);
}
