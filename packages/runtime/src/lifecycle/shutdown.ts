import type { Logger } from "../log/logger.ts";

/** What has to be undone when a process stops, whether it ran or only began to start. */
export interface Shutdown {
  /** Steps run one after the other, the one added last first. */
  add(name: string, step: () => void | Promise<void>): void;
  /** Runs every step, also after one failed; a second call waits for the first. Never rejects. */
  run(): Promise<void>;
}

export function createShutdown(log: Pick<Logger, "error">): Shutdown {
  const steps: { readonly name: string; readonly step: () => void | Promise<void> }[] = [];
  let running: Promise<void> | undefined;
  return {
    add(name, step) {
      steps.push({ name, step });
    },
    run() {
      running ??= runAll();
      return running;
    },
  };

  async function runAll(): Promise<void> {
    for (let next = steps.pop(); next !== undefined; next = steps.pop()) {
      try {
        await next.step();
      } catch (error) {
        log.error({ err: error, step: next.name }, "a step of the shutdown failed");
      }
    }
  }
}
