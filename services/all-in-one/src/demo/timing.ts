import { hourMs } from "./instant.ts";
import type { Journey, Step } from "./journeys.ts";

/** When things happen to one demo shipment; all in ms since the epoch. */
export interface Timing {
  readonly createdAt: number;
  readonly pickupAt: number;
  readonly transitMs: number;
}

interface TimingInput {
  readonly journey: Journey;
  readonly transitHours: number;
  readonly now: number;
  roll(): number;
}

const finished = new Set(["delivered", "returned", "cancelled"]);

/** Lays a journey so that its last step lies in the last hours (or, when it is over, in the last weeks). */
export function timingOf({ journey, transitHours, now, roll }: TimingInput): Timing {
  const transitMs = transitHours * hourMs * (0.85 + 0.3 * roll());
  const leadMs = 0.15 * transitMs + (20 + 50 * roll()) * hourMs;
  if (journey.steps.length === 0) {
    // nothing has happened: the pickup lies around today, now and then it is overdue
    const pickupAt = now + (90 * roll() - 8) * hourMs;
    const enteredAt = now - (0.2 + 60 * roll()) * hourMs;
    return { createdAt: Math.min(pickupAt - leadMs, enteredAt), pickupAt, transitMs };
  }
  const agoMs = (finished.has(journey.ends) ? 12 + 400 * roll() : 0.4 + 16 * roll()) * hourMs;
  const pickupAt = now - agoMs - lastReport(journey.steps) * transitMs;
  return { createdAt: pickupAt - leadMs, pickupAt, transitMs };
}

function lastReport(steps: readonly Step[]): number {
  return Math.max(...steps.map(reportedAt));
}

function reportedAt(step: Step): number {
  switch (step.kind) {
    case "scan":
      return step.reportedAt ?? step.at;
    case "mistake":
      return step.voidedAt;
    case "return":
    case "cancel":
    case "reopen":
      return step.at;
  }
}
