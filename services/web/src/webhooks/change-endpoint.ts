import type { Queryable } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import {
  type CustomHeader,
  type EndpointFields,
  type EndpointRecord,
  readEndpointHealth,
  resetHealth,
  updateEndpoint,
} from "@shipment-tracking/webhooks";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { auditEndpoint, hostOf } from "./audit-endpoint.ts";
import { endpointAnswer } from "./endpoint-answer.ts";
import {
  changedHeaders,
  type HeaderChanges,
  openHeaders,
  sealHeaders,
} from "./endpoint-headers.ts";
import { done, refused } from "./locked-endpoint.ts";

export interface EndpointChange {
  readonly changes: Partial<
    Pick<EndpointFields, "url" | "description" | "eventTypes" | "ordering">
  >;
  readonly headers: HeaderChanges;
  /** Version that the caller has seen; another one is a conflict. */
  readonly version?: number | undefined;
}

/** Changes a locked endpoint. The caller has checked the new address, if there is one. */
export async function changeEndpoint(
  tx: Queryable,
  context: CommandContext,
  {
    box,
    before,
    change,
  }: {
    readonly box: SecretBox;
    readonly before: EndpointRecord;
    readonly change: EndpointChange;
  },
): Promise<CommandAnswer> {
  const { tenantId } = context;
  const headersBefore = openHeaders(box, before);
  const headers = changedHeaders(headersBefore, change.headers);
  const after = { ...before, ...change.changes };
  const changes = [...fieldChanges(before, after), ...headerChanges(headersBefore, headers)];
  let endpoint = before;
  if (changes.length > 0) {
    const { version = before.version } = change;
    if (version !== before.version) return versionConflict(before, version);
    const sealed = sealHeaders(box, before.id, headers);
    endpoint = await updateEndpoint(tx, before.id, { ...after, headers: sealed });
    // what was learned about the old address says nothing of the new one
    if (after.url !== before.url) await resetHealth(tx, before.id);
    const action = "webhook_endpoint.changed";
    await auditEndpoint(tx, context, { action, endpoint, details: { changes } });
  }
  const health = await readEndpointHealth(tx, tenantId, [before.id]);
  return done(200, endpointAnswer(box, endpoint, health.get(before.id)));
}

function versionConflict({ version }: EndpointRecord, seen: number): CommandAnswer {
  return refused(
    409,
    `The endpoint has changed: it is at version ${String(version)}, not ${String(seen)}.`,
  );
}

interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

function fieldChanges(before: EndpointRecord, after: EndpointRecord): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  if (before.url !== after.url) {
    changes.push({ field: "url", from: hostOf(before.url), to: hostOf(after.url) });
  }
  for (const field of ["description", "eventTypes", "ordering"] as const) {
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) {
      changes.push({ field, from: before[field], to: after[field] });
    }
  }
  return changes;
}

/** Names only: the values are secrets. */
function headerChanges(
  before: readonly CustomHeader[],
  after: readonly CustomHeader[],
): readonly FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const names = (headers: readonly CustomHeader[]) => headers.map(({ name }) => name);
  return [{ field: "headers", from: names(before), to: names(after) }];
}
