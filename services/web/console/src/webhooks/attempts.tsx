import { Time } from "../ui/index.ts";
import type { Attempt } from "./webhook.ts";
import classes from "./webhooks.module.css";

const outcomeWords = {
  delivered: "Delivered",
  failed: "Failed",
  gone: "Gone: the endpoint was disabled",
  throttled: "Asked to wait",
} as const;

/** Newest first: with what each ended, and where its time went. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ol className={classes.attempts} reversed>
      {attempts
        .toSorted((one, other) => other.number - one.number)
        .map((attempt) => (
          <li key={attempt.number}>
            <div className={classes.attemptHead}>
              <strong>Attempt {attempt.number}</strong>
              <span>
                {attempt.outcome === null ? "Under way" : outcomeWords[attempt.outcome]}
                {attempt.status !== null && ` (${String(attempt.status)})`}
              </span>
              <Time at={attempt.startedAt} />
              {attempt.quickRetries > 0 && (
                <span className={classes.waiting}>one quick retry on a closed connection</span>
              )}
            </div>
            {attempt.hint !== null && <p>{attempt.hint}</p>}
            {attempt.phases !== null && <Phases phases={attempt.phases} />}
            {attempt.excerpt !== null && attempt.excerpt !== "" && (
              <details>
                <summary>What it answered</summary>
                <pre className={classes.body}>{attempt.excerpt}</pre>
              </details>
            )}
          </li>
        ))}
    </ol>
  );
}

function Phases({ phases }: { readonly phases: NonNullable<Attempt["phases"]> }) {
  const parts = [
    ["dns", "target check", phases.dnsMs],
    ["connect", "connection", phases.connectMs],
    ["tls", "TLS", phases.tlsMs],
    ["answer", "answer", phases.firstByteMs],
  ] as const;
  const known = parts.flatMap(([phase, words, ms]) => (ms === null ? [] : [{ phase, words, ms }]));
  const total = Math.max(phases.totalMs, 1);
  const sentence = `${known.map(({ words, ms }) => `${words} ${rounded(ms)}`).join(", ")}; ${rounded(phases.totalMs)} in all`;
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {known.map(({ phase, ms }) => (
          <span
            key={phase}
            data-phase={phase}
            style={{ width: `${String((100 * ms) / total)}%` }}
          />
        ))}
      </div>
      <span className={classes.phases}>{sentence}</span>
    </>
  );
}

function rounded(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : String(Math.round(ms))} ms`;
}
