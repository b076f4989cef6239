import type {
  ReportedEvent,
  ShipmentCommand,
  TrackingEventId,
  TrackingEventType,
} from "@shipment-tracking/domain";
import type { DemoCompany } from "./companies.ts";
import { instantOf } from "./instant.ts";
import type { Journey, NoteKind, Step } from "./journeys.ts";
import type { Lane } from "./lanes.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";
import { cityName } from "./places.ts";
import type { Timing } from "./timing.ts";

export interface StepsInput {
  readonly journey: Journey;
  readonly lane: Lane;
  readonly timing: Timing;
  readonly company: DemoCompany;
  readonly shipmentId: string;
  /** Ms since the epoch. */
  readonly now: number;
  roll(): number;
}

interface Dated {
  readonly at: number;
  readonly command: ShipmentCommand;
}

/** The commands behind a journey, in the order in which they were given. */
export function commandsOfSteps(input: StepsInput): readonly ShipmentCommand[] {
  return input.journey.steps
    .flatMap((step, index) => commandsOf(input, step, index))
    .toSorted((left, right) => left.at - right.at)
    .map(({ command }) => command);
}

function commandsOf(input: StepsInput, step: Step, index: number): readonly Dated[] {
  const at = timeOf(input, step.at);
  switch (step.kind) {
    case "scan": {
      const reported = step.reportedAt === undefined ? at : timeOf(input, step.reportedAt);
      return [record(input, reported, event(input, { ...step, at, index, part: "scan" }))];
    }
    case "mistake":
      return mistakeAndCorrection(input, step, index);
    case "return": {
      const eventId = entryId(input.shipmentId, index, "return");
      const reason = "Refused by the consignee";
      return [{ at, command: { type: "start_return", now: instantOf(at), eventId, reason } }];
    }
    case "cancel":
      return [{ at, command: { type: "cancel_shipment", now: instantOf(at), reason: null } }];
    case "reopen":
      return [{ at, command: { type: "reopen_shipment", now: instantOf(at), reason: null } }];
  }
}

function mistakeAndCorrection(
  input: StepsInput,
  step: Extract<Step, { kind: "mistake" }>,
  index: number,
): readonly Dated[] {
  const at = timeOf(input, step.at);
  const voidedAt = timeOf(input, step.voidedAt);
  const wrong = event(input, { ...step, at, index, part: "scan" });
  const right = step.rightEventType;
  const correction: ShipmentCommand = {
    type: "void_tracking_event",
    now: instantOf(voidedAt),
    eventId: wrong.eventId,
    reason: "Scanned on the wrong shipment",
    replacement:
      right === undefined
        ? null
        : event(input, { ...step, eventType: right, at, index, part: "replacement" }),
  };
  return [record(input, at, wrong), { at: voidedAt, command: correction }];
}

/** A scan reaches the system a few minutes after it was made. */
function record(input: StepsInput, reportedAt: number, reported: ReportedEvent): Dated {
  const at = Math.min(reportedAt + Math.floor(input.roll() * 240) * 1_000, input.now);
  return { at, command: { type: "record_tracking_event", now: instantOf(at), event: reported } };
}

interface EventInput {
  readonly eventType: TrackingEventType;
  readonly where: number;
  readonly note?: NoteKind;
  readonly at: number;
  readonly index: number;
  readonly part: "scan" | "replacement";
}

function event(input: StepsInput, given: EventInput): ReportedEvent {
  const hub = input.lane[Math.round(given.where * (input.lane.length - 1))] ?? input.lane[0];
  return {
    eventId: entryId(input.shipmentId, given.index, given.part),
    eventType: given.eventType,
    city: cityName(hub),
    eventAt: instantOf(given.at),
    description: given.note === undefined ? null : input.company.notes[given.note],
    internalNote: given.eventType === "exception" ? "Call the carrier before 16:00" : null,
    externalId: null,
  };
}

function timeOf({ timing }: StepsInput, share: number): number {
  return Math.floor((timing.pickupAt + share * timing.transitMs) / 1_000) * 1_000;
}

function entryId(shipmentId: string, index: number, part: string): TrackingEventId {
  // a hash in UUID form, which is what TrackingEventId brands
  return nameBasedUuid(shipmentId, index, part) as TrackingEventId;
}
