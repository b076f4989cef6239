import type { Backlog } from "@shipment-tracking/event-log";
import { type Check, fail, ok, warn } from "./check.ts";
import { seconds } from "./check-heartbeat.ts";

export interface BacklogWords {
  readonly check: "projector_lag" | "relay_lag" | "webhooks_lag";
  /** When there is none. */
  readonly none: string;
  /** What they wait for, for example `applied`. */
  readonly participle: string;
  readonly remedy: string;
}

/** A busy reader is a moment behind: this is no moment. */
const lateMs = 10_000;
const tooLateMs = 60_000;
const partsShown = 8;

/** How far a reader of the log is behind, by the age of the oldest event that waits for it. */
export function judgeBacklog(backlog: Backlog, words: BacklogWords): Check {
  const { events, oldestAgeMs } = backlog;
  if (events === 0 || oldestAgeMs === null) return ok(words.check, words.none);
  const shown = backlog.parts.slice(0, partsShown);
  const each = shown.map((one) => `part ${String(one.part)}: ${String(one.events)}`).join(", ");
  const more = backlog.parts.length > shown.length ? ", …" : "";
  const count = events === 1 ? "1 event is" : `${String(events)} events are`;
  const message = `${count} not ${words.participle} yet (${each}${more}), the oldest for ${seconds(oldestAgeMs)}.`;
  if (oldestAgeMs < lateMs) return ok(words.check, message);
  return oldestAgeMs < tooLateMs
    ? warn(words.check, message, words.remedy)
    : fail(words.check, message, words.remedy);
}
