import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { formatTime, type TimeFormat } from "./time-format.ts";
import classes from "./time.module.css";

/** In a table the times of the active row only are on the way of the Tab key. */
export const TimesTabIndex = createContext<0 | -1>(0);

/** An instant in few words; the tip on hover and focus (`ExactTimeTip`) says it exactly, local and in UTC. */
export function Time({
  at,
  format = "relative",
  empty = "–",
}: {
  /** ISO 8601 */
  readonly at: string | null | undefined;
  readonly format?: TimeFormat;
  readonly empty?: ReactNode;
}) {
  const now = useNow();
  const tabIndex = useContext(TimesTabIndex);
  const text = at === null || at === undefined ? null : formatTime(at, format, now);
  if (at === null || at === undefined || text === null) return empty;
  return (
    // the tip has to be reachable without a mouse
    <time dateTime={at} data-exact-time={at} tabIndex={tabIndex} className={classes.time}>
      {text}
    </time>
  );
}

const tickMs = 15_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

/** In whole ticks, so that it is the same until the next one also while nobody listens yet. */
function readNow(): number {
  if (Date.now() - now > tickMs) now = Date.now();
  return now;
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Milliseconds since the epoch, new every 15 s for all who show a relative time. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow);
}
