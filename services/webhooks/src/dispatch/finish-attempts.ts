import type { Queryable } from "@shipment-tracking/postgres";
import type { MadeAttempt } from "./made-attempt.ts";

/** Completes the attempts' rows with what came of them; also those of a delivery that another worker has taken over. */
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
        $9::bytea[], $10::smallint[]
      ) as made (delivery_id, number, started_at, outcome, status, error_class, hint, phases, excerpt, quick_retries)
      where attempts.delivery_id = made.delivery_id
        and attempts.number = made.number
        and attempts.started_at = made.started_at`,
    values: [
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.attempt),
      attempts.map(({ delivery }) => delivery.attemptStartedAt),
      attempts.map(({ result }) => result.outcome),
      attempts.map(({ result }) => result.status),
      attempts.map(({ result }) => (result.outcome === "failed" ? result.class : null)),
      attempts.map(({ result }) => (result.outcome === "failed" ? result.hint : null)),
      attempts.map(({ result }) => JSON.stringify(result.phases)),
      attempts.map(({ result }) => result.excerpt),
      attempts.map(({ result }) => result.retried),
    ],
  });
}
