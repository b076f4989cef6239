import type { Queryable } from "@shipment-tracking/postgres";
import { z } from "zod";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandContext, CommandOutcome, ShipmentCommandFor } from "../commands/outcome.ts";
import { newTrackingEventId } from "../ids.ts";
import { reportedEventFields, toReport, type Report } from "../shipments/reported-event-body.ts";
import { requiredText } from "../validation/fields.ts";
import { printable } from "./columns.ts";
import { findShipmentIds } from "./find-shipment-ids.ts";
import {
  checkBody,
  refusedLine,
  type CheckedLine,
  type LineOutcome,
  type LineRules,
} from "./prepared-batch.ts";

interface EventContent {
  readonly shipmentNumber: string;
  readonly report: Report;
}

type EventLine = CheckedLine<EventContent>;

const eventSchema = z
  .strictObject({ shipmentNumber: requiredText({ max: 64 }), ...reportedEventFields })
  .transform((given, context): EventContent => ({
    shipmentNumber: given.shipmentNumber,
    report: toReport(given, context),
  }));

/** Lines of an events file: each records a tracking event as POST /api/shipments/:id/events would. */
export const eventRules: LineRules<EventContent> = {
  check: (fields) => checkBody(eventSchema, fields),
  apply: recordEvents,
};

async function recordEvents(
  tx: Queryable,
  context: CommandContext,
  lines: readonly EventLine[],
): Promise<readonly LineOutcome[]> {
  const numbers = new Set(lines.map(({ content }) => content.shipmentNumber));
  const ids = await findShipmentIds(tx, context.tenantId, [...numbers]);
  const known: EventLine[] = [];
  const outcomes: LineOutcome[] = [];
  const commands: ShipmentCommandFor[] = [];
  for (const line of lines) {
    const shipmentId = ids.get(line.content.shipmentNumber);
    if (shipmentId === undefined) {
      outcomes.push(unknownShipment(line));
      continue;
    }
    const event = { ...line.content.report, eventId: newTrackingEventId() };
    const command = { type: "record_tracking_event", now: context.now, event } as const;
    commands.push({ shipmentId, command });
    known.push(line);
  }
  const decided = await executeShipmentCommands(tx, context, commands);
  return [...outcomes, ...decided.map((outcome, index) => lineOutcome(known[index], outcome))];
}

function lineOutcome(line: EventLine | undefined, outcome: CommandOutcome): LineOutcome {
  switch (outcome.outcome) {
    case "accepted":
      return "accepted";
    case "repeat":
      return "duplicate";
    case "rejected":
      return refusedLine(line?.line ?? 0, outcome.rejection);
  }
}

function unknownShipment({ line, content }: EventLine): LineOutcome {
  const number = printable(content.shipmentNumber, 64);
  return { line, error: `shipmentNumber: there is no shipment with the number ${number}.` };
}
