import type { TracedDelivery, TraceStep } from "./use-trace.ts";

/** `12:00:00.120`, in the browser's zone. */
export function clock(instant: string): string {
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** `80 ms`, `1.4 s`, `3 min`, `5 h`, `3 d`. */
export function span(ms: number): string {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${String(Math.round(ms / 60_000))} min`;
  if (ms < 48 * 3_600_000) return `${String(Math.round(ms / 3_600_000))} h`;
  return `${String(Math.round(ms / 86_400_000))} d`;
}

/** `visible +14 ms`, `visible within 2 s`, `visible`: not yet. */
export function stepWords(done: string, waiting: string, step: TraceStep): string {
  switch (step.state) {
    case "waiting":
      return waiting;
    case "parked":
      return `${waiting}: parked`;
    case "done":
      if (step.afterMs === null) return done;
      return step.exact ? `${done} +${span(step.afterMs)}` : `${done} within ${span(step.afterMs)}`;
  }
}

export type Tone = "good" | "warn" | "bad" | "quiet";

export function deliveryTone({ state }: TracedDelivery, tries: number): Tone {
  switch (state) {
    case "delivered":
      return "good";
    case "dead":
      return "bad";
    case "waiting":
    case "sending":
      return tries > 0 ? "warn" : "quiet";
    case "superseded":
    case "cancelled":
      return "quiet";
  }
}

/** `200 in 80 ms`, `503, retrying in 30 s`, `given up after 12 attempts`. */
export function deliveryWords(delivery: TracedDelivery, now: number): string {
  const last = delivery.attempts.toSorted((one, other) => other.number - one.number)[0];
  const answer = last === undefined ? null : attemptWords(last);
  switch (delivery.state) {
    case "delivered":
      return answer ?? "delivered";
    case "dead":
      return [answer, `given up after ${times(delivery.attemptsMade)}`].filter(Boolean).join(", ");
    case "sending":
      return "sending";
    case "superseded":
      return "not sent: a newer one took its place";
    case "cancelled":
      return "cancelled";
    case "waiting":
      return [answer, waitingWords(delivery, now)].filter(Boolean).join(", ");
  }
}

function attemptWords(attempt: TracedDelivery["attempts"][number]): string {
  const took = attempt.ms === null ? "" : ` in ${span(attempt.ms)}`;
  return `${attempt.status === null ? (attempt.errorClass ?? "no answer") : String(attempt.status)}${took}`;
}

function waitingWords({ waiting, dueAt, attemptsMade }: TracedDelivery, now: number): string {
  if (waiting !== null && waiting.code !== "retry" && waiting.code !== "due") {
    return waiting.sentence;
  }
  const until = dueAt === null ? 0 : Date.parse(dueAt) - now;
  if (attemptsMade === 0) return "waiting to be sent";
  return until <= 0 ? "retrying now" : `retrying in ${span(until)}`;
}

function times(count: number): string {
  return count === 1 ? "1 attempt" : `${String(count)} attempts`;
}
