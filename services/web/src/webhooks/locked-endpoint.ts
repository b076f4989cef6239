import type { Queryable } from "@shipment-tracking/postgres";
import { type EndpointRecord, lockEndpoint } from "@shipment-tracking/webhooks";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";

/** Runs a command on one of the tenant's endpoints, locked; 404 when it has no such endpoint. */
export async function onEndpoint(
  tx: Queryable,
  { tenantId }: CommandContext,
  endpoint: {
    readonly id: string;
    work(locked: EndpointRecord): Promise<CommandAnswer>;
  },
): Promise<CommandAnswer> {
  const locked = await lockEndpoint(tx, tenantId, endpoint.id);
  return locked === null ? refused(404, "Not found") : endpoint.work(locked);
}

export function refused(status: 404 | 409, error: string): CommandAnswer {
  return { status, body: { error }, position: null };
}

export function done(status: number, body: object | null): CommandAnswer {
  return { status, body, position: null };
}
