import type { EndpointRecord } from "@shipment-tracking/webhooks";
import { recordAudit } from "../audit/record-audit.ts";
import type { CommandContext } from "../commands/outcome.ts";
import type { Queryable } from "@shipment-tracking/postgres";

export type EndpointAction =
  | "webhook_endpoint.created"
  | "webhook_endpoint.changed"
  | "webhook_endpoint.deleted"
  | "webhook_endpoint.secret_rotated"
  | "webhook_endpoint.paused"
  | "webhook_endpoint.enabled"
  | "webhook_endpoint.tested"
  | "webhook_endpoint.recovered"
  | "webhook_delivery.replayed";

/** Writes the audit line of what was done to an endpoint: its host, since the rest of its address may be a secret. */
export async function auditEndpoint(
  tx: Queryable,
  { tenantId, actor, origin }: CommandContext,
  done: {
    readonly action: EndpointAction;
    readonly endpoint: Pick<EndpointRecord, "id" | "url">;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { action, endpoint, details = {} } = done;
  const subject = { type: "webhook_endpoint", id: endpoint.id };
  await recordAudit(tx, [
    {
      tenantId,
      actor,
      origin,
      action,
      subject,
      details: { host: hostOf(endpoint.url), ...details },
    },
  ]);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}
