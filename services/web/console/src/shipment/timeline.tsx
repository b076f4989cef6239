import { Button } from "@mantine/core";
import { memo, useCallback, useState } from "react";
import { EmptyState } from "../ui/index.ts";
import type { Entry } from "./shipment.ts";
import { TimelineItem } from "./timeline-item.tsx";
import classes from "./timeline.module.css";
import { useTrace } from "./use-trace.ts";

const firstShown = 50;
const moreShown = 200;

/** Newest first. A long one shows more on demand: what is 10,000 entries ago is hardly ever looked for. */
export const Timeline = memo(function Timeline({
  shipmentId,
  entries,
  onVoid,
  onRecord,
}: {
  readonly shipmentId: string;
  readonly entries: readonly Entry[];
  /** Undefined: the role may not. */
  readonly onVoid?: ((entry: Entry) => void) | undefined;
  readonly onRecord?: (() => void) | undefined;
}) {
  const [shown, setShown] = useState(firstShown);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const newest = entries[0]?.id;
  const toggle = useCallback(
    (id: string) =>
      setToggled((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const trace = useTrace(shipmentId, entries.length > 0);
  if (entries.length === 0) {
    return (
      <EmptyState
        title="Nothing has happened yet"
        action={
          onRecord === undefined ? undefined : <Button onClick={onRecord}>Record an event</Button>
        }
      >
        {onRecord === undefined
          ? "The first event will stand here."
          : "Press e and a digit, or use the button."}
      </EmptyState>
    );
  }
  const left = entries.length - shown;
  return (
    <>
      <ol className={classes.timeline} aria-label="Timeline">
        {entries.slice(0, shown).map((entry) => (
          <TimelineItem
            key={entry.id}
            entry={entry}
            // the newest one's way is what one looks at after recording
            trace={toggled.has(entry.id) === (entry.id === newest) ? null : trace}
            onToggle={toggle}
            onVoid={onVoid}
          />
        ))}
      </ol>
      {left > 0 && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setShown(shown + moreShown)}>
            Show {String(Math.min(left, moreShown))} more
          </Button>
          <span>
            {String(shown)} of {entries.length.toLocaleString("en-GB")} shown
          </span>
        </div>
      )}
    </>
  );
});
