import type { ShipmentCommand } from "@shipment-tracking/domain";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { CommandContext } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import { newTrackingEventId } from "../ids.ts";
import { parseBody } from "../validation/fault.ts";
import { optionalText, versionField } from "../validation/fields.ts";
import { answerShipmentCommand, type DoneOutcome } from "./answer-shipment-command.ts";
import { shipmentAnswer, statusAnswer } from "./shipment-answer.ts";

export const reasonBody = z.strictObject({
  reason: optionalText({ max: 500 }),
  version: versionField,
});

type Transition = (context: CommandContext, reason: string | null) => ShipmentCommand;

const transitions: Readonly<Record<"return" | "cancel" | "reopen", Transition>> = {
  return: ({ now }, reason) => ({
    type: "start_return",
    now,
    reason,
    eventId: newTrackingEventId(),
  }),
  cancel: ({ now }, reason) => ({ type: "cancel_shipment", now, reason }),
  reopen: ({ now }, reason) => ({ type: "reopen_shipment", now, reason }),
};

/** Starting a return, cancelling and reopening: each with an optional reason, so with or without a body. */
export function registerTransitionRoutes(app: FastifyInstance, web: WebContext): void {
  for (const [name, command] of Object.entries(transitions)) {
    app.post(`/api/shipments/:id/${name}`, (request, reply) => {
      const { reason, version } = parseBody(reasonBody, request.body);
      return answerShipmentCommand(
        web,
        { request, reply },
        {
          version,
          command: (context) => command(context, reason ?? null),
          answer: async (_tx, outcome) => ({
            status: 200,
            body: {
              shipment: shipmentAnswer(outcome.state),
              entryId: entryIdOf(outcome),
              ...statusAnswer(outcome),
            },
          }),
        },
      );
    });
  }
}

/** The entry that a started return has in the timeline: voiding it takes the return back. */
function entryIdOf(outcome: DoneOutcome): string | null {
  if (outcome.outcome === "repeat") return outcome.eventId;
  const event = outcome.events.find((one) => one.type === "shipment.return_started");
  return event?.entry.eventId ?? null;
}
