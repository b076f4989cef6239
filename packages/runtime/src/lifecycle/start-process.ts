import type { CountedPool } from "../health/pool-metrics.ts";
import { openPrivatePort, type PrivatePort } from "../health/private-port.ts";
import type { Logger } from "../log/logger.ts";
import type { Running } from "./run-process.ts";
import { createShutdown } from "./shutdown.ts";

export interface ProcessOptions {
  /** As the log calls it, for example `read API`. */
  readonly title: string;
  readonly log: Logger;
  /** Of the private port. */
  readonly health: { readonly host: string; readonly port: number };
}

/** What a service is put together with. */
export interface ProcessParts extends Pick<
  PrivatePort,
  "registry" | "http" | "consumers" | "check"
> {
  /** Counts the pool's connections and ends it after everything that was added later. */
  usePool<Pool extends EndablePool>(name: string, pool: Pool): Pool;
  /** Steps run one after the other, the one added last first. */
  onStop(name: string, step: () => void | Promise<void>): void;
}

interface EndablePool extends CountedPool {
  end(): Promise<void>;
}

/**
 * Starts a service that runs alone: its private port first (alive, not ready), then what `compose` puts together, whose result goes into the
 * log's line. On a stop it is unready at once, then the steps run, the private port goes last. A start that fails leaves nothing behind.
 */
export async function startProcess(
  { title, log, health }: ProcessOptions,
  compose: (parts: ProcessParts) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Running> {
  const shutdown = createShutdown(log);
  const port = await openPrivatePort({ ...health, shutdown });
  const parts: ProcessParts = {
    ...port,
    usePool(name, pool) {
      port.watchPool(name, pool);
      shutdown.add(`connections of ${name}`, () => pool.end());
      return pool;
    },
    onStop: (name, step) => {
      shutdown.add(name, step);
    },
  };
  try {
    const facts = await compose(parts);
    port.started();
    log.info({ ...facts, healthPort: port.port }, `${title} started`);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
  return {
    async stop() {
      port.drain();
      await shutdown.run();
      log.info({}, `${title} stopped`);
    },
  };
}
