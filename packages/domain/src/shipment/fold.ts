import type { Fact, FoldState } from "./state.ts";
import type { ShipmentDetails } from "./events.ts";
import type { ShipmentStatus, TrackingEventType } from "./status.ts";

/** What the fold reads of a fact. */
export type FoldedFact = Pick<Fact, "kind" | "eventType">;

/** The fold before any fact: a shipment with a pickup appointment is scheduled, one without is a draft. */
export function initialFold(details: Pick<ShipmentDetails, "pickupScheduledAt">): FoldState {
  const status = details.pickupScheduledAt === null ? "draft" : "pickup_scheduled";
  return { status, moved: false, back: false };
}

/**
 * The fold after one more fact. Total: a fact is never refused here, whatever order facts come in; what the table
 * does not decide leaves the status as it is. Returns the same object when nothing changes.
 */
export function nextFold(state: FoldState, fact: FoldedFact): FoldState {
  const started = fact.kind === "return_started";
  const moved = state.moved || (!started && movingEvents.has(fact.eventType));
  const back = state.back || started;
  const status = started ? statusOfStartedReturn(state.status) : statusAfter(state, fact.eventType);
  if (status === state.status && moved === state.moved && back === state.back) return state;
  return { status, moved, back };
}

export function sameFold(one: FoldState, other: FoldState): boolean {
  return one.status === other.status && one.moved === other.moved && one.back === other.back;
}

const movingEvents: ReadonlySet<TrackingEventType> = new Set([
  "pickup",
  "departure",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "returned",
]);

/** `null` keeps the status. */
type Outcome = ShipmentStatus | null;
type Cell = Outcome | { readonly moved: Outcome; readonly notMoved: Outcome };
/** Event types that a row leaves out keep the status. */
type Row = Readonly<Partial<Record<TrackingEventType, Cell>>>;

const problems = {
  exception: "exception",
  customs_hold: "customs_hold",
  attempt_failed: "attempt_failed",
} satisfies Row;

const ends = { delivered: "delivered", returned: "returned" } satisfies Row;

const movement = {
  departure: "in_transit",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
} satisfies Row;

// arrival before any movement is the truck at the dock: the shipment can still be cancelled
const atShipper: Row = { ...problems, ...ends, ...movement, pickup: "picked_up" };

// arrival never clears a problem; a pickup does, and tells a failed pickup from a problem on the way
const inTrouble: Row = {
  ...problems,
  ...ends,
  ...movement,
  pickup: { moved: "in_transit", notMoved: "picked_up" },
};

const final: Row = {};

const table: Readonly<Record<ShipmentStatus, Row>> = {
  draft: atShipper,
  pickup_scheduled: atShipper,
  picked_up: { ...problems, ...ends, ...movement, arrival: "in_transit" },
  in_transit: { ...problems, ...ends, out_for_delivery: "out_for_delivery" },
  // depot scans minutes after it do not regress it, so neither departure nor arrival is named
  out_for_delivery: { ...problems, ...ends, in_transit: "in_transit" },
  customs_hold: { ...inTrouble, pickup: { moved: null, notMoved: "picked_up" } },
  attempt_failed: inTrouble,
  exception: inTrouble,
  delivered: { returned: "returned" },
  returning: { ...problems, delivered: "returned", returned: "returned" },
  returned: final,
  cancelled: final,
};

function statusAfter(state: FoldState, eventType: TrackingEventType): ShipmentStatus {
  const cell = table[state.status][eventType] ?? null;
  const outcome = cell === null || typeof cell === "string" ? cell : outcomeOf(cell, state.moved);
  if (outcome === null) return state.status;
  return state.back ? onTheWayBack(outcome) : outcome;
}

function outcomeOf(cell: { moved: Outcome; notMoved: Outcome }, moved: boolean): Outcome {
  return moved ? cell.moved : cell.notMoved;
}

/** Once a return was started, the same scans tell of the way back. */
function onTheWayBack(status: ShipmentStatus): ShipmentStatus {
  if (status === "in_transit" || status === "out_for_delivery") return "returning";
  return status === "delivered" ? "returned" : status;
}

function statusOfStartedReturn(status: ShipmentStatus): ShipmentStatus {
  return status === "returned" || status === "cancelled" ? status : "returning";
}
