import { plainArray, type Queryable } from "@shipment-tracking/postgres";
import type { SendResult } from "../send/send-result.ts";
import type { MadeAttempt } from "./made-attempt.ts";

/**
 * Completes the attempts' rows with what came of them; also those of a delivery that another worker has taken over. The endpoint is named so that
 * either index leads to at most as many rows as an endpoint has slots: by start alone a plan that was made early read, for each attempt, all that
 * began in the same claim (44 rows and 50 µs an attempt, now 2 and 15).
 */
export async function finishAttempts(
  tx: Queryable,
  attempts: readonly MadeAttempt[],
): Promise<void> {
  await tx.query({
    name: "finish_webhook_attempts",
    text: `
      update hooks.attempts
      set finished_at = clock_timestamp(),
        outcome = made.outcome,
        status = made.status,
        error_class = made.error_class,
        hint = made.hint,
        phases = made.phases,
        excerpt = made.excerpt,
        quick_retries = made.quick_retries
      from unnest(
        $1::uuid[], $2::integer[], $3::timestamptz[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::json[],
        $9::bytea[], $10::smallint[], $11::uuid[]
      ) as made (delivery_id, number, started_at, outcome, status, error_class, hint, phases, excerpt, quick_retries, endpoint_id)
      where attempts.delivery_id = made.delivery_id
        and attempts.endpoint_id = made.endpoint_id
        and attempts.number = made.number
        and attempts.started_at = made.started_at`,
    values: [
      plainArray(attempts.map(({ delivery }) => delivery.id)),
      plainArray(attempts.map(({ delivery }) => delivery.attempt)),
      plainArray(attempts.map(({ delivery }) => delivery.attemptStartedAt)),
      plainArray(attempts.map(({ result }) => result.outcome)),
      plainArray(attempts.map(({ result }) => result.status)),
      plainArray(attempts.map(({ result }) => (result.outcome === "failed" ? result.class : null))),
      attempts.map(({ result }) => (result.outcome === "failed" ? result.hint : null)),
      attempts.map(({ result }) => phasesText(result.phases)),
      attempts.map(({ result }) => result.excerpt),
      plainArray(attempts.map(({ result }) => result.retried)),
      plainArray(attempts.map(({ delivery }) => delivery.endpointId)),
    ],
  });
}

/** JSON; nobody needs more than microseconds, and each digit is kept for a month. */
function phasesText({
  dnsMs,
  connectMs,
  tlsMs,
  firstByteMs,
  totalMs,
}: SendResult["phases"]): string {
  return JSON.stringify({
    dnsMs: toMicros(dnsMs),
    connectMs: toMicros(connectMs),
    tlsMs: toMicros(tlsMs),
    firstByteMs: toMicros(firstByteMs),
    totalMs: toMicros(totalMs),
  });
}

function toMicros(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000;
}
