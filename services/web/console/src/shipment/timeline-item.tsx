import { Button } from "@mantine/core";
import { memo } from "react";
import { EventTypeMark, eventTypeWords, StatusMark, Time } from "../ui/index.ts";
import { CausalStrip } from "./causal-strip.tsx";
import type { Entry } from "./shipment.ts";
import classes from "./timeline.module.css";
import type { Trace } from "./use-trace.ts";

interface Props {
  readonly entry: Entry;
  /** How it fared, when that is shown. */
  readonly trace: Trace | null;
  onToggle(id: string): void;
  readonly onVoid?: ((entry: Entry) => void) | undefined;
}

/** One entry of the timeline; a voided one struck out, with the reason. Drawn again only when something of it is another: there can be 10,000. */
export const TimelineItem = memo(function TimelineItem({ entry, trace, onToggle, onVoid }: Props) {
  const voided = entry.voidedAt !== null;
  const words = eventTypeWords[entry.eventType];
  return (
    <li className={classes.entry} data-voided={voided}>
      <div className={classes.when}>
        <Time at={entry.eventAt} format="short" />
      </div>
      <div className={classes.what}>
        <div className={classes.line}>
          <span className={classes.struck}>
            {entry.kind === "return_started" ? (
              <StatusMark status="returning" />
            ) : (
              <EventTypeMark type={entry.eventType} />
            )}
            <bdi className={classes.city}>{entry.city}</bdi>
          </span>
          {entry.kind === "return_started" && (
            <span className={classes.quiet}>
              Return started; recipients read {words} · {entry.city}
            </span>
          )}
          <span className={classes.buttons}>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={trace !== null}
              aria-label={`Trace of ${words} in ${entry.city}`}
              onClick={() => onToggle(entry.id)}
            >
              Trace
            </Button>
            {!voided && onVoid !== undefined && (
              <Button
                variant="subtle"
                color="red"
                size="compact-xs"
                aria-label={`Void ${words} in ${entry.city}`}
                onClick={() => onVoid(entry)}
              >
                Void
              </Button>
            )}
          </span>
        </div>
        {entry.description !== null && (
          <p className={classes.description}>
            <bdi>{entry.description}</bdi>
          </p>
        )}
        {entry.internalNote !== null && (
          <p className={classes.note}>
            <span>Internal</span> <bdi>{entry.internalNote}</bdi>
          </p>
        )}
        {voided && (
          <p className={classes.voided}>
            Voided <Time at={entry.voidedAt} format="short" />: <bdi>{entry.voidReason}</bdi>
          </p>
        )}
        {isLateReport(entry) && (
          <p className={classes.quiet}>
            Reported later: <Time at={entry.recordedAt} format="short" />
          </p>
        )}
        {trace !== null && <CausalStrip entryId={entry.id} trace={trace} />}
      </div>
    </li>
  );
});

const lateReportMs = 15 * 60_000;

function isLateReport({ eventAt, recordedAt }: Entry): boolean {
  return Date.parse(recordedAt) - Date.parse(eventAt) > lateReportMs;
}
