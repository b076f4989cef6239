import { formatPosition, type Position } from "@shipment-tracking/contracts";
import type { ShipmentId, TrackingEventId } from "@shipment-tracking/domain";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandOutcome, ShipmentCommandFor } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { rejectionAnswer } from "../http/errors.ts";
import { newTrackingEventId, toShipmentId } from "../ids.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { bulkResult } from "../openapi/schemas/shipments.ts";
import { parseBody } from "../validation/fault.ts";
import { findEntries, type FoundEntry } from "./find-entries.ts";
import { reportedEventFields, toReport } from "./reported-event-body.ts";
import { eventAnswer, statusAnswer } from "./shipment-answer.ts";

export const shipmentIdField = z.string().transform((given, context) => {
  const id = toShipmentId(given);
  if (id !== null) return id;
  context.addIssue({ code: "custom", message: "must be a UUID" });
  return z.NEVER;
});

export const bulkBody = z
  .strictObject({ shipmentIds: z.array(shipmentIdField).min(1).max(200), ...reportedEventFields })
  .transform((given, context) => ({
    shipmentIds: given.shipmentIds,
    report: toReport(given, context),
  }));

/**
 * The same event on up to 200 shipments, in one transaction, with a result per id in the order of the request: a shipment that refuses it does not
 * keep the others from it.
 */
export function registerBulkEventRoute(app: FastifyInstance, web: WebContext): void {
  app.post("/api/shipments/bulk/events", (request, reply) => {
    const { shipmentIds, report } = parseBody(bulkBody, request.body);
    const context = commandContext(request);
    const commands = shipmentIds.map((shipmentId): ShipmentCommandFor => ({
      shipmentId,
      command: {
        type: "record_tracking_event",
        now: context.now,
        event: { ...report, eventId: newTrackingEventId() },
      },
    }));
    return answerCommand(
      web,
      { request, reply },
      {
        work: async (tx) => {
          const outcomes = await executeShipmentCommands(tx, context, commands);
          const entries = await findEntries(tx, outcomes.flatMap(repeatedEntry));
          const results = shipmentIds.map((shipmentId, index) => {
            const outcome = outcomes[index];
            if (outcome === undefined) throw new Error("A command has no outcome");
            return resultOf(shipmentId, outcome, entries);
          });
          return { status: 200, body: { results }, position: newestPosition(outcomes) };
        },
      },
    );
  });
}

function repeatedEntry(
  outcome: CommandOutcome,
): readonly { readonly shipmentId: ShipmentId; readonly eventId: TrackingEventId }[] {
  if (outcome.outcome !== "repeat" || outcome.eventId === null) return [];
  return [{ shipmentId: outcome.state.shipmentId, eventId: outcome.eventId }];
}

function resultOf(
  shipmentId: ShipmentId,
  outcome: CommandOutcome,
  entries: ReadonlyMap<TrackingEventId, FoundEntry>,
): AnswerOf<typeof bulkResult> {
  if (outcome.outcome === "rejected") {
    const { status, error } = rejectionAnswer(outcome.rejection);
    return { shipmentId, outcome: "rejected", statusCode: status, error };
  }
  const entry = entryOf(outcome, entries);
  return {
    shipmentId,
    outcome: outcome.outcome === "accepted" ? "recorded" : "repeat",
    event: entry === undefined ? null : eventAnswer(entry),
    ...statusAnswer(outcome),
    position: formatPosition(outcome.position),
  };
}

function entryOf(
  outcome: Exclude<CommandOutcome, { outcome: "rejected" }>,
  entries: ReadonlyMap<TrackingEventId, FoundEntry>,
): FoundEntry | undefined {
  if (outcome.outcome === "repeat") {
    return outcome.eventId === null ? undefined : entries.get(outcome.eventId);
  }
  return outcome.events.find((event) => event.type === "shipment.tracking_event_recorded")?.entry;
}

/** One of many: each result carries its own position. */
export function newestPosition(outcomes: readonly CommandOutcome[]): Position | null {
  const last = outcomes.findLast((outcome) => outcome.outcome !== "rejected");
  return last === undefined ? null : last.position;
}
