import type { Instant } from "@shipment-tracking/domain";
import { z } from "zod";
import { Refusal } from "../http/refusal.ts";
import type { Span } from "../search/find-scheduled.ts";

const maxDays = 31;
const dayMs = 24 * 60 * 60 * 1_000;

/** An instant with its offset, in the years of shipments. */
export const instantField = z.string().transform((given, context): Instant => {
  const at = z.iso.datetime({ offset: true }).safeParse(given.trim()).success
    ? new Date(given.trim())
    : new Date(Number.NaN);
  const text = Number.isNaN(at.getTime()) ? "" : at.toISOString();
  // branded: the form that the database's instants have
  if (/^\d{4}-/.test(text) && text >= "1970") return text as Instant;
  context.addIssue({
    code: "custom",
    message: "must be an instant such as 2026-03-02T00:00:00Z or …+01:00",
  });
  return z.NEVER;
});

/** Both ends, in their order, at most 31 days apart; throws a `Refusal` (400). */
export function requiredSpan(from: Instant | undefined, to: Instant | undefined): Span {
  if (from === undefined) throw new Refusal(400, "scheduledFrom: must be given with scheduledTo.");
  if (to === undefined) throw new Refusal(400, "scheduledTo: must be given with scheduledFrom.");
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs > 0 && lengthMs <= maxDays * dayMs) return { from, to };
  throw new Refusal(
    400,
    `scheduledTo: must be after scheduledFrom, by at most ${String(maxDays)} days.`,
  );
}
