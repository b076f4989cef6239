import type { Logger } from "@shipment-tracking/runtime";

/**
 * Work that a request must not wait for, because the time it takes would tell whether an account exists. It runs after the answer, two pieces
 * at a time; `close` waits for what is there.
 */
export interface Background {
  run(name: string, work: () => Promise<void>): void;
  close(): Promise<void>;
}

const runningAtMost = 2;
const waitingAtMost = 1_000;

export function createBackground(log: Logger): Background {
  const waiting: { readonly name: string; work(): Promise<void> }[] = [];
  const running = new Set<Promise<void>>();

  function startNext(): void {
    const next = running.size < runningAtMost ? waiting.shift() : undefined;
    if (next === undefined) return;
    const done = next
      .work()
      .catch((error: unknown) => {
        log.error({ err: error, work: next.name }, "work after an answer failed");
      })
      .finally(() => {
        running.delete(done);
        startNext();
      });
    running.add(done);
  }

  return {
    run: (name, work) => {
      if (waiting.length >= waitingAtMost) {
        log.error({ work: name }, "work after an answer was dropped: too much is waiting");
        return;
      }
      waiting.push({ name, work });
      // not in this turn: the answer goes out first
      setImmediate(startNext);
    },
    close: async () => {
      startNext();
      while (running.size > 0 || waiting.length > 0) {
        await Promise.all(running);
        startNext();
      }
    },
  };
}
