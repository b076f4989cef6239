import { useEffect, useState, useSyncExternalStore } from "react";
import classes from "./corner.module.css";
import { live } from "./live.ts";
import type { StreamState } from "./stream.ts";

const behindAfterMs = 5_000;
/** A short break is no news. */
const cutAfterMs = 2_500;

interface LiveState {
  readonly stream: StreamState;
  /** Changes have waited for more than 5 s to be shown by the read API. */
  readonly behind: boolean;
}

/** Whether what is shown is how things are. */
function useLiveState(): LiveState {
  const stream = useSyncExternalStore(live.subscribe, live.state);
  const waitingSince = useSyncExternalStore(live.tracker.subscribe, live.tracker.waitingSince);
  const cutForLong = useAfter(stream === "cut" ? "cut" : null, cutAfterMs);
  const behind = useAfter(waitingSince, behindAfterMs);
  return { stream: stream === "cut" && !cutForLong ? "connecting" : stream, behind };
}

/** True once `value` has been the same, and not null, for so long; of a number, for so long since then. */
function useAfter(value: string | number | null, ms: number): boolean {
  const [reached, setReached] = useState<string | number | null>(null);
  useEffect(() => {
    if (value === null) return undefined;
    const passed = typeof value === "number" ? performance.now() - value : 0;
    const timer = setTimeout(() => setReached(value), Math.max(0, ms - passed));
    return () => clearTimeout(timer);
  }, [value, ms]);
  return value !== null && reached === value;
}

/** A line above everything while what is shown may be old. */
export function LiveBanner() {
  const { stream, behind } = useLiveState();
  const cut = stream === "cut";
  if (!cut && !behind) return null;
  return (
    <div role="status" className={classes.banner}>
      {cut ? (
        <>
          <strong>Not live.</strong> The connection to the service is interrupted; what you see may
          be old. It comes back by itself.
        </>
      ) : (
        <>
          <strong>The read side is behind.</strong> What was saved is safe; the API and tracking
          pages show it later.
        </>
      )}
    </div>
  );
}

const words: Readonly<Record<StreamState, string>> = {
  connecting: "Connecting",
  live: "Live",
  cut: "Not live",
};

/** In the header: whether changes of others come by themselves. Shape, word and colour. */
export function LiveLamp() {
  const { stream } = useLiveState();
  return (
    <span className={classes.lamp} data-state={stream}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {stream === "live" ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        )}
      </svg>
      <span className={classes.lampWord}>{words[stream]}</span>
    </span>
  );
}
