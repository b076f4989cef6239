import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";
import type { ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";

const outward = ["scheduled", "picked_up", "in_transit", "out_for_delivery", "delivered"] as const;
const back = ["picked_up", "returning", "returned"] as const;
export type Step = (typeof outward)[number] | (typeof back)[number];
export type StepState = "done" | "current" | "pending";

export interface ProgressStep {
  readonly step: Step;
  readonly state: StepState;
}

/** Held by customs, a failed attempt and an interruption say nothing of how far the shipment has come. */
export function isProblem(status: ShipmentStatus | TrackingEventType): boolean {
  return status === "customs_hold" || status === "attempt_failed" || status === "exception";
}

/** Nothing more is expected to happen. */
export function isFinal(status: ShipmentStatus): boolean {
  return status === "delivered" || status === "returned" || status === "cancelled";
}

/** The oldest entries, of the time when the sender still had the shipment: what failed then was not a delivery. */
export function beforePickup(
  events: readonly PublicTrackingEvent[],
): readonly PublicTrackingEvent[] {
  return events.slice(events.findLastIndex(({ status }) => hasMoved(status)) + 1);
}

function hasMoved(status: ShipmentStatus): boolean {
  return !isProblem(status) && status !== "draft" && status !== "pickup_scheduled";
}

/** How far it has come; null for a cancelled shipment, which goes nowhere. */
export function progressSteps(tracking: PublicTracking): readonly ProgressStep[] | null {
  const reached = stepOf(statusBehindProblems(tracking));
  if (reached === "nowhere") return null;
  const steps: readonly Step[] = reached === "returning" || reached === "returned" ? back : outward;
  // -1 for one that is not scheduled yet: all is still to come
  const current = steps.findIndex((step) => step === reached);
  return steps.map((step, index) => ({ step, state: stateOf(index - current, steps, index) }));
}

function stateOf(distance: number, steps: readonly Step[], index: number): StepState {
  if (distance > 0) return "pending";
  return distance < 0 && index < steps.length - 1 ? "done" : "current";
}

/** The status, or during a problem the newest one before it. */
function statusBehindProblems({ status, events, pickupScheduledAt }: PublicTracking) {
  if (!isProblem(status)) return status;
  return (
    events.find((event) => !isProblem(event.status))?.status ??
    (pickupScheduledAt === null ? "draft" : "pickup_scheduled")
  );
}

function stepOf(status: ShipmentStatus): Step | "unscheduled" | "nowhere" {
  switch (status) {
    case "draft":
      return "unscheduled";
    case "pickup_scheduled":
      return "scheduled";
    case "picked_up":
    case "in_transit":
    case "out_for_delivery":
    case "delivered":
    case "returning":
    case "returned":
      return status;
    case "customs_hold":
    case "attempt_failed":
    case "exception":
      return "unscheduled";
    case "cancelled":
      return "nowhere";
  }
}
