/** Why the service is asked to stop. */
type StopReason = "signal" | "parent gone";

export interface StopSignals {
  /** Aborted by the first request to stop. */
  readonly signal: AbortSignal;
  /** Resolves with the first request to stop. */
  readonly requested: Promise<StopReason>;
  dispose(): void;
}

export interface StopSignalsOptions {
  /** Called with a second Ctrl-C or SIGTERM: the person does not want to wait. */
  onImpatience(): void;
}

/** npm forwards the signal that the whole process group already got: what comes within this time is the same request. */
const sameRequestMs = 500;
const parentCheckMs = 500;
const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens for SIGINT, SIGTERM and SIGHUP and, when npm started this process, for npm's end: without it nobody could stop the service by Ctrl-C. */
export function listenForStop({ onImpatience }: StopSignalsOptions): StopSignals {
  const controller = new AbortController();
  let firstAt: number | undefined;
  let resolve: (reason: StopReason) => void = () => undefined;
  const requested = new Promise<StopReason>((settle) => {
    resolve = settle;
  });
  const request = (reason: StopReason): void => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (reason === "signal" && now - firstAt > sameRequestMs) onImpatience();
      return;
    }
    firstAt = now;
    controller.abort();
    resolve(reason);
  };
  const onSignal = (): void => request("signal");
  for (const name of names) process.on(name, onSignal);
  const watch = watchParent(() => request("parent gone"));
  return {
    signal: controller.signal,
    requested,
    dispose() {
      clearInterval(watch);
      for (const name of names) process.off(name, onSignal);
    },
  };
}

function watchParent(onGone: () => void): NodeJS.Timeout | undefined {
  if (process.env["npm_lifecycle_event"] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, parentCheckMs).unref();
}
