import type { Queryable } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import {
  cancelWaiting,
  countWaiting,
  type EndpointRecord,
  generateSecret,
  makeAllDue,
  markEndpointDeleted,
  readEndpointHealth,
  resetHealth,
  rotateSecret,
  secretContext,
  setEndpointState,
} from "@shipment-tracking/webhooks";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { endpointAnswer } from "./endpoint-answer.ts";
import { done, refused } from "./locked-endpoint.ts";

/** A command on a locked endpoint. */
export interface EndpointCommand {
  readonly box: SecretBox;
  readonly endpoint: EndpointRecord;
}

/** Deletes an endpoint: what waits for it is cancelled, what is being sent ends as it ends, what is over stays to be read. */
export async function deleteEndpoint(
  tx: Queryable,
  context: CommandContext,
  { endpoint }: EndpointCommand,
): Promise<CommandAnswer> {
  const cancelled = await cancelWaiting(tx, endpoint.id, "The endpoint was deleted.");
  await markEndpointDeleted(tx, endpoint.id);
  const action = "webhook_endpoint.deleted";
  await auditEndpoint(tx, context, { action, endpoint, details: { cancelled } });
  return done(204, null);
}

/** Gives an endpoint a new secret, which is in the answer and nowhere else; the old one signs as well for `overlapHours`. */
export async function rotateEndpointSecret(
  tx: Queryable,
  context: CommandContext,
  { box, endpoint, overlapHours }: EndpointCommand & { readonly overlapHours: number },
): Promise<CommandAnswer> {
  const secret = generateSecret();
  const sealed = box.seal(secret, secretContext(endpoint.id));
  const rotated = await rotateSecret(tx, endpoint.id, { secret: sealed, overlapHours });
  const action = "webhook_endpoint.secret_rotated";
  await auditEndpoint(tx, context, { action, endpoint, details: { overlapHours } });
  return done(200, { secret, previousSecretUntil: rotated.previousSecretUntil });
}

/** Pauses an endpoint: its messages wait. One that is paused stays so. */
export async function pauseEndpoint(
  tx: Queryable,
  context: CommandContext,
  { box, endpoint }: EndpointCommand,
): Promise<CommandAnswer> {
  switch (endpoint.state) {
    case "disabled":
      return refused(409, "The endpoint is disabled: nothing is sent to it.");
    case "paused":
      return shown(tx, context, { box, endpoint });
    case "active": {
      const paused = await setEndpointState(tx, endpoint.id, "paused");
      await auditEndpoint(tx, context, { action: "webhook_endpoint.paused", endpoint });
      return shown(tx, context, { box, endpoint: paused });
    }
  }
}

/**
 * Has an endpoint sent to again, as if it had never failed. What waits for one that was off is delivered or skipped: whoever enables it
 * must say which.
 */
export async function enableEndpoint(
  tx: Queryable,
  context: CommandContext,
  {
    box,
    endpoint,
    backlog,
  }: EndpointCommand & { readonly backlog?: "deliver" | "skip" | undefined },
): Promise<CommandAnswer> {
  const waiting = await countWaiting(tx, endpoint.id);
  if (waiting > 0 && backlog === undefined && endpoint.state !== "active") {
    return refused(
      409,
      `backlog: ${String(waiting)} ${waiting === 1 ? "message waits" : "messages wait"}: say deliver or skip.`,
    );
  }
  const skipped =
    backlog === "skip"
      ? await cancelWaiting(tx, endpoint.id, "It was skipped when the endpoint was enabled.")
      : 0;
  if (backlog !== "skip") await makeAllDue(tx, endpoint.id);
  await resetHealth(tx, endpoint.id);
  const enabled =
    endpoint.state === "active" ? endpoint : await setEndpointState(tx, endpoint.id, "active");
  const details = { was: endpoint.stateReason ?? endpoint.state, waiting, skipped };
  await auditEndpoint(tx, context, { action: "webhook_endpoint.enabled", endpoint, details });
  return shown(tx, context, { box, endpoint: enabled });
}

async function shown(
  tx: Queryable,
  { tenantId }: CommandContext,
  { box, endpoint }: EndpointCommand,
): Promise<CommandAnswer> {
  const health = await readEndpointHealth(tx, tenantId, [endpoint.id]);
  return done(200, endpointAnswer(box, endpoint, health.get(endpoint.id)));
}
