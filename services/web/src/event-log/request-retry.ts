import { requestUnpark } from "@shipment-tracking/event-log";
import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import type { ParkingReader } from "./log-readers.ts";
import { isParked } from "./parked-streams.ts";

/** Asks the reader that parked a stream to try it again, which it does within a second. A `Refusal` (404): the tenant has no such parked stream. */
export async function requestRetry(
  tx: Queryable,
  context: CommandContext,
  stream: { readonly consumer: ParkingReader; readonly streamId: string },
): Promise<CommandAnswer> {
  const { tenantId, actor, origin } = context;
  if (!(await isParked(tx, tenantId, stream))) throw new Refusal(404, "Not found");
  await requestUnpark(tx, { ...stream, tenantId });
  await recordAudit(tx, [
    {
      tenantId,
      actor,
      origin,
      action: "event_log.retry_requested",
      subject: { type: "stream", id: stream.streamId },
      details: { consumer: stream.consumer },
    },
  ]);
  return { status: 202, body: { requested: true }, position: null };
}
