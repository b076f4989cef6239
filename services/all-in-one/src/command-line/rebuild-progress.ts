import type { Terminal } from "./terminal.ts";
import { writeLine } from "./terminal.ts";

/** Shows on standard error how far a rebuild is: events a second and the time left, in place on a terminal, as a line now and then elsewhere. */
export interface RebuildProgress {
  /** `events`: how many the phase goes through, null where that is not known. */
  phase(activity: string, events: number | null): void;
  events(count: number): void;
  end(): void;
}

/** `now`: milliseconds of a clock that only goes forward. */
export function createRebuildProgress(
  { err }: Terminal,
  now: () => number = () => performance.now(),
): RebuildProgress {
  const inPlace = err.isTTY === true;
  let current = { activity: "", total: 0, done: 0, startedAt: 0 };
  let writtenAt = 0;
  const write = (text: string): void => {
    writtenAt = now();
    if (inPlace) err.write(`\r\u001b[K${text}`);
    else writeLine(err, text);
  };
  return {
    phase(activity, events) {
      current = { activity, total: events ?? 0, done: 0, startedAt: now() };
      write(activity);
    },
    events(count) {
      current.done += count;
      if (now() - writtenAt < (inPlace ? 200 : 2_000)) return;
      write(`${current.activity}: ${progressText(current, now() - current.startedAt)}`);
    },
    end() {
      if (inPlace) err.write("\r\u001b[K");
    },
  };
}

export const silentRebuildProgress: RebuildProgress = {
  phase: () => undefined,
  events: () => undefined,
  end: () => undefined,
};

/** `412,000 of 1,000,000 events, 21,300/s, 28 s left` */
export function progressText(
  { done, total }: { readonly done: number; readonly total: number },
  elapsedMs: number,
): string {
  const perSecond = elapsedMs > 0 ? (done / elapsedMs) * 1_000 : 0;
  const rate = `${Math.round(perSecond).toLocaleString("en")}/s`;
  const counted = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} events`;
  if (perSecond === 0) return `${counted}, ${rate}`;
  return `${counted}, ${rate}, ${durationText(Math.max(total - done, 0) / perSecond)} left`;
}

/** `9 s`, `3 min 20 s`, `2 h 5 min` */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${String(whole)} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${String(minutes)} min ${String(whole % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}
