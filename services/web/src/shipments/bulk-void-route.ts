import { formatPosition } from "@shipment-tracking/contracts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandOutcome, ShipmentCommandFor } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { rejectionAnswer } from "../http/errors.ts";
import { toTrackingEventId } from "../ids.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { newestPosition, shipmentIdField } from "./bulk-event-route.ts";
import { statusAnswer } from "./shipment-answer.ts";

const eventIdField = z.string().transform((given, context) => {
  const id = toTrackingEventId(given);
  if (id !== null) return id;
  context.addIssue({ code: "custom", message: "must be a UUID" });
  return z.NEVER;
});

export const bulkVoidBody = z.strictObject({
  events: z
    .array(z.strictObject({ shipmentId: shipmentIdField, eventId: eventIdField }))
    .min(1)
    .max(200),
  reason: requiredText({ max: 500 }),
});

type Voided = z.output<typeof bulkVoidBody>["events"][number];

/**
 * Voids up to 200 events, in one transaction, with a result per event in the order of the request: what takes a bulk event back. One that cannot be
 * voided does not keep the others from it.
 */
export function registerBulkVoidRoute(app: FastifyInstance, web: WebContext): void {
  app.post("/api/shipments/bulk/void", (request, reply) => {
    const { events, reason } = parseBody(bulkVoidBody, request.body);
    const context = commandContext(request);
    const { now } = context;
    const commands = events.map(({ shipmentId, eventId }): ShipmentCommandFor => ({
      shipmentId,
      command: { type: "void_tracking_event", now, eventId, reason, replacement: null },
    }));
    return answerCommand(
      web,
      { request, reply },
      {
        work: async (tx) => {
          const outcomes = await executeShipmentCommands(tx, context, commands);
          const results = outcomes.map((outcome, index) => resultOf(events[index], outcome));
          return { status: 200, body: { results }, position: newestPosition(outcomes) };
        },
      },
    );
  });
}

function resultOf(event: Voided | undefined, outcome: CommandOutcome): object {
  if (outcome.outcome === "rejected") {
    const { status, error } = rejectionAnswer(outcome.rejection);
    return { ...event, outcome: "rejected", statusCode: status, error };
  }
  return {
    ...event,
    outcome: outcome.outcome === "accepted" ? "voided" : "repeat",
    ...statusAnswer(outcome),
    position: formatPosition(outcome.position),
  };
}
