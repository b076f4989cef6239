import type { TimelineEntry, TrackingEventId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { newTrackingEventId, toTrackingEventId } from "../ids.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText, versionField } from "../validation/fields.ts";
import { answerShipmentCommand, type DoneOutcome } from "./answer-shipment-command.ts";
import { findEntries, type FoundEntry } from "./find-entries.ts";
import { reportBody, reportedEventFields, toReport } from "./reported-event-body.ts";
import { eventAnswer, statusAnswer } from "./shipment-answer.ts";

export const recordBody = z
  .strictObject({ ...reportedEventFields, version: versionField })
  .transform((given, context) => ({ version: given.version, report: toReport(given, context) }));

export const voidBody = z.strictObject({
  reason: requiredText({ max: 500 }),
  replacement: reportBody.nullable().optional(),
  version: versionField,
});

/** Recording tracking events and voiding them. */
export function registerEventRoutes(app: FastifyInstance, web: WebContext): void {
  app.post("/api/shipments/:id/events", (request, reply) => {
    const { version, report } = parseBody(recordBody, request.body);
    const event = { ...report, eventId: newTrackingEventId() };
    return answerShipmentCommand(
      web,
      { request, reply },
      {
        version,
        command: ({ now }) => ({ type: "record_tracking_event", now, event }),
        answer: async (tx, outcome) => ({
          status: outcome.outcome === "accepted" ? 201 : 200,
          body: { event: eventAnswer(await reportedEntry(tx, outcome)), ...statusAnswer(outcome) },
        }),
      },
    );
  });

  app.post("/api/shipments/:id/events/:eventId/void", (request, reply) => {
    const { version, reason, replacement } = parseBody(voidBody, request.body);
    const eventId = eventIdOf(request);
    const replacing = replacement ? { ...replacement, eventId: newTrackingEventId() } : null;
    return answerShipmentCommand(
      web,
      { request, reply },
      {
        version,
        command: ({ now }) => ({
          type: "void_tracking_event",
          now,
          eventId,
          reason,
          replacement: replacing,
        }),
        answer: async (_tx, outcome) => {
          const entry = replacementIn(outcome);
          return {
            status: 200,
            body: {
              eventId,
              replacement: entry === null ? null : eventAnswer(entry),
              ...statusAnswer(outcome),
            },
          };
        },
      },
    );
  });
}

/** The entry that a report made, or the one that it repeats. */
async function reportedEntry(tx: Queryable, outcome: DoneOutcome): Promise<FoundEntry> {
  if (outcome.outcome === "accepted") {
    const event = outcome.events.find((one) => one.type === "shipment.tracking_event_recorded");
    if (event === undefined) throw new Error("A recorded event is missing");
    return event.entry;
  }
  const { eventId, state } = outcome;
  if (eventId === null) throw new Error("A repeated report names no event");
  const found = await findEntries(tx, [{ shipmentId: state.shipmentId, eventId }]);
  const entry = found.get(eventId);
  if (entry === undefined) throw new Error(`The repeated event ${eventId} is missing`);
  return entry;
}

function replacementIn(outcome: DoneOutcome): TimelineEntry | null {
  if (outcome.outcome === "repeat") return null;
  const event = outcome.events.find((one) => one.type === "shipment.tracking_event_voided");
  return event?.replacement ?? null;
}

function eventIdOf(request: FastifyRequest): TrackingEventId {
  const { eventId } = request.params as { readonly eventId: string }; // the route's pattern has :eventId
  const id = toTrackingEventId(eventId);
  if (id === null) throw new Refusal(404, "Not found");
  return id;
}
