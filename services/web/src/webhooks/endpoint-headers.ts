import {
  checkCustomHeaders,
  type CustomHeader,
  type EndpointRecord,
  headersContext,
  type SealedText,
} from "@shipment-tracking/webhooks";
import type { SecretBox } from "@shipment-tracking/secrets";
import { Refusal } from "../http/refusal.ts";

/** Headers by name as they were given: null takes one away. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

/** The headers after a change, names compared without regard to case. Throws a `Refusal` (400) that names the first fault. */
export function changedHeaders(
  before: readonly CustomHeader[],
  changes: HeaderChanges,
): readonly CustomHeader[] {
  const given = Object.entries(changes);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const kept = before.filter(({ name }) => !names.has(name.toLowerCase()));
  const set = given.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const after = [...kept, ...set];
  const checked = checkCustomHeaders(after);
  if (checked.outcome === "valid") return after;
  const name = checked.index === null ? undefined : after[checked.index]?.name.slice(0, 64);
  throw new Refusal(
    400,
    `${name === undefined ? "headers" : `headers.${name}`}: ${checked.sentence}`,
  );
}

/** Null when there are none. */
export function sealHeaders(
  box: SecretBox,
  endpointId: string,
  headers: readonly CustomHeader[],
): SealedText | null {
  if (headers.length === 0) return null;
  return box.seal(JSON.stringify(headers), headersContext(endpointId));
}

export function openHeaders(
  box: SecretBox,
  { id, headers }: Pick<EndpointRecord, "id" | "headers">,
): readonly CustomHeader[] {
  if (headers === null) return [];
  // sealed by sealHeaders
  return JSON.parse(box.open(headers, headersContext(id))) as CustomHeader[];
}

const mask = "••••••••";

/** For people: the names, and that there are values, but neither them nor their lengths. */
export function maskedHeaders(headers: readonly CustomHeader[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name }) => [name, mask]));
}
