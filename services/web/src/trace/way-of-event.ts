import type { AppliedTime } from "./read-applied-times.ts";
import type { ReaderProgress, StreamProgress } from "./read-progress.ts";

/** What became of an event at one reader of the log. */
export interface Step {
  readonly state: "waiting" | "done" | "parked";
  /** Null: not done, or nobody knows when. */
  readonly at: string | null;
  /** `at` is the time itself; otherwise it was done by then. */
  readonly exact: boolean;
  /** From the event's recording to `at`. */
  readonly afterMs: number | null;
  /** Why it is parked. */
  readonly sentence: string | null;
}

interface Placed {
  readonly pos: number;
  readonly recordedAt: string;
}

export function projectedStep(
  event: Placed,
  progress: ReaderProgress,
  times: readonly AppliedTime[],
): Step {
  const open = openStep(event, progress);
  if (open !== null) return open;
  const own = times.find(({ afterPos, pos }) => afterPos < event.pos && event.pos <= pos);
  if (own !== undefined) return doneStep(event, own.at, true);
  // the ring does not reach back to it, or its time was lost: what was applied later gives a bound
  const later = times.filter(({ pos }) => pos >= event.pos).map(({ at }) => at);
  return doneStep(event, later.toSorted()[0] ?? progress.at, false);
}

/** `messageAt`: when its message for webhooks was made; null where there is none. */
export function announcedStep(
  event: Placed,
  progress: ReaderProgress,
  messageAt: string | null,
): Step {
  const open = openStep(event, progress);
  if (open !== null) return open;
  return messageAt === null ? doneStep(event, null, false) : doneStep(event, messageAt, true);
}

/** Null: the log is not published to Kafka. */
export function relayedStep(event: Placed, relay: StreamProgress["relay"]): Step | null {
  if (relay === null) return null;
  if (relay.pos < event.pos) return waitingStep;
  return doneStep(event, relay.at, relay.pos === event.pos);
}

const waitingStep: Step = {
  state: "waiting",
  at: null,
  exact: false,
  afterMs: null,
  sentence: null,
};

function openStep(event: Placed, { pos, parked }: ReaderProgress): Step | null {
  if (parked !== null && event.pos >= parked.pos) {
    return { ...waitingStep, state: "parked", sentence: parked.sentence };
  }
  return event.pos > pos ? waitingStep : null;
}

function doneStep(event: Placed, at: string | null, exact: boolean): Step {
  return {
    state: "done",
    at,
    exact,
    // clocks of two processes differ by a little: nothing is done before it was written
    afterMs: at === null ? null : Math.max(Date.parse(at) - Date.parse(event.recordedAt), 0),
    sentence: null,
  };
}
