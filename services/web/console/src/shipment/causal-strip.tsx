import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { sentenceFor } from "../api/index.ts";
import { useNow } from "../ui/index.ts";
import { clock, deliveryTone, deliveryWords, stepWords, type Tone } from "./strip-words.ts";
import type { Trace, TracedDelivery, TracedEvent, TraceStep } from "./use-trace.ts";
import classes from "./timeline.module.css";

// the tip with the exact time has to be reachable without a mouse
const reachable = 0;

/** What became of an entry: written, in the log, visible to readers, told to receivers. No list: the timeline's items are its entries. */
export function CausalStrip({
  entryId,
  trace,
}: {
  readonly entryId: string;
  readonly trace: Trace;
}) {
  const events = trace.of(entryId);
  if (events.length > 0) {
    return (
      <div className={classes.strips} role="group" aria-label="How it fared">
        {events.map((event) => (
          <Strip key={event.id} event={event} />
        ))}
      </div>
    );
  }
  if (trace.error !== null) return <p className={classes.quiet}>{sentenceFor(trace.error)}</p>;
  if (trace.isLoading) return <p className={classes.quiet}>Loading…</p>;
  if (!trace.hasMore) return <p className={classes.quiet}>Nothing is known about it any more.</p>;
  return (
    <Button variant="subtle" size="compact-xs" onClick={trace.loadMore}>
      Look further back
    </Button>
  );
}

function Strip({ event }: { readonly event: TracedEvent }) {
  const now = useNow();
  const voided = event.type === "shipment.tracking_event_voided";
  return (
    <div className={classes.strip}>
      <Step tone="good">
        {voided ? "voided" : "written"}{" "}
        <time dateTime={event.recordedAt} data-exact-time={event.recordedAt} tabIndex={reachable}>
          {clock(event.recordedAt)}
        </time>
      </Step>
      <Step tone="good">log {event.position}</Step>
      {event.relayed !== null && (
        <Step tone={stepTone(event.relayed)} title={event.relayed.sentence}>
          {stepWords("published", "to be published", event.relayed)}
        </Step>
      )}
      <Step tone={stepTone(event.projected)} title={event.projected.sentence}>
        {stepWords("visible", "not visible yet", event.projected)}
      </Step>
      {event.announced.state === "parked" && (
        <Step tone="bad" title={event.announced.sentence}>
          webhooks parked
        </Step>
      )}
      {event.deliveries.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} now={now} />
      ))}
    </div>
  );
}

function Delivery({ delivery, now }: { readonly delivery: TracedDelivery; readonly now: number }) {
  const last = delivery.attempts.toSorted((one, other) => other.number - one.number)[0];
  return (
    <Step
      tone={deliveryTone(delivery, delivery.attemptsMade)}
      title={last?.hint ?? delivery.reason}
    >
      <Link to={`/webhooks/deliveries/${delivery.id}`}>{nameOf(delivery)}</Link>{" "}
      {deliveryWords(delivery, now)}
    </Step>
  );
}

function nameOf({ endpoint }: TracedDelivery): string {
  if (endpoint.description !== null && endpoint.description !== "") return endpoint.description;
  return URL.canParse(endpoint.url) ? new URL(endpoint.url).host : endpoint.url;
}

function Step({
  tone,
  title,
  children,
}: {
  readonly tone: Tone;
  readonly title?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.step} data-tone={tone}>
      {children}
      {title !== null && title !== undefined && <span className={classes.why}>{title}</span>}
    </span>
  );
}

function stepTone({ state }: TraceStep): Tone {
  return state === "done" ? "good" : state === "parked" ? "bad" : "warn";
}
