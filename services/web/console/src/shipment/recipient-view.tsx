import { ExclamationTriangleIcon } from "@radix-ui/react-icons";
import type { ShipmentStatus } from "@shipment-tracking/domain";
import { isStatus, sentenceFor } from "../api/index.ts";
import { EventTypeMark, StatusMark, Time } from "../ui/index.ts";
import classes from "./dialogs.module.css";
import type { EventBody } from "./event-draft.ts";
import { useEventPreview } from "./use-event-preview.ts";

/** Beside the form: warnings while typing, what the recipient will read, and the status after it. */
export function RecipientView({
  shipmentId,
  body,
  status,
  now,
  replaces = false,
}: {
  readonly shipmentId: string;
  readonly body: EventBody | null;
  /** After it, where the service cannot be asked for it. */
  readonly status?: ShipmentStatus;
  /** The status as it is. */
  readonly now: ShipmentStatus;
  /** The one that it takes the place of is still there, so that it may look like a repeat. */
  readonly replaces?: boolean;
}) {
  const preview = useEventPreview(shipmentId, body);
  const { data } = preview;
  const seen = replaces && body !== null ? { ...data?.public, ...shownOf(body) } : data?.public;
  const after = status ?? data?.status;
  // what is refused is said once it is sent; a mistake in a field is said at the field
  const refusal = !replaces && isStatus(preview.error, 409) ? sentenceFor(preview.error) : null;
  return (
    <section className={classes.preview} aria-label="What the recipient will see">
      <div aria-live="polite">
        {data?.warnings.map((warning) => (
          <p key={`${warning.field} ${String(warning.start)}`} className={classes.warning}>
            <ExclamationTriangleIcon aria-hidden />
            <span>
              <q>
                {(warning.field === "city" ? seen?.city : seen?.description)?.slice(
                  warning.start,
                  warning.end,
                )}
              </q>{" "}
              {warning.sentence}
            </span>
          </p>
        ))}
      </div>
      <h3 className={classes.previewTitle}>The recipient will see</h3>
      {seen === undefined ? (
        <p className={classes.muted}>{wordsWithout(body, preview.error)}</p>
      ) : (
        <div className={classes.seen}>
          <EventTypeMark type={seen.eventType} />
          <span>
            <bdi>{seen.city}</bdi> · <Time at={seen.eventAt ?? null} format="short" />
          </span>
          {seen.description !== null && seen.description !== undefined && (
            <bdi className={classes.description}>{seen.description}</bdi>
          )}
        </div>
      )}
      {refusal !== null && <p className={classes.warning}>{refusal}</p>}
      {after !== undefined && refusal === null && (
        <p className={classes.after}>
          {data?.outcome === "repeat" && !replaces ? (
            "It is recorded already: nothing will change."
          ) : after === now ? (
            <>
              The status stays <StatusMark status={after} />
            </>
          ) : (
            <>
              The status becomes <StatusMark status={after} />
            </>
          )}
        </p>
      )}
    </section>
  );
}

function wordsWithout(body: EventBody | null, error: unknown): string {
  if (body === null) return "Fill in city and time.";
  return error === null ? "…" : sentenceFor(error);
}

function shownOf({ eventType, city, description }: EventBody) {
  return { eventType, city, description: description ?? null };
}
