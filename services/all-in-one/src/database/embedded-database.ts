import { setTimeout as delay } from "node:timers/promises";
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "@shipment-tracking/embedded-postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import { StartupError } from "../startup-error.ts";

export interface EmbeddedDatabase {
  /** The superuser's address. */
  readonly url: string;
  /** Settles with the reason when the server died and could not be brought back. */
  readonly lost: Promise<StartupError>;
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  readonly directory: DataDirectory;
  readonly password: string;
  readonly log: Logger;
  onProgress(sentence: string): void;
}

// a server that dies more often than this has a reason that another start will not remove
const maxRestarts = 5;
const restartWindowMs = 600_000;

/** Starts the embedded server and, should it die, starts it again on the same port: pools reconnect, the service goes on. */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  let stopping = false;
  let server = await start(options, 0);
  const { url, port } = server;
  const lost = watch();
  return {
    url,
    lost,
    stop: async () => {
      stopping = true;
      await server.stop();
    },
  };

  async function watch(): Promise<StartupError> {
    const restarts: number[] = [];
    for (;;) {
      const code = await server.exited;
      // stop() settles by itself: from here nothing follows
      if (stopping) return await new Promise<never>(() => undefined);
      options.log.error({ code }, "the embedded database ended by itself: starting it again");
      while (restarts[0] !== undefined && restarts[0] < Date.now() - restartWindowMs) {
        restarts.shift();
      }
      restarts.push(Date.now());
      if (restarts.length > maxRestarts) return givenUp(options.directory);
      try {
        server = await restart(options, port);
      } catch (error) {
        options.log.error({ err: error }, "the embedded database does not start again");
        return givenUp(options.directory);
      }
      if (stopping) await server.stop();
      else options.log.warn({ pid: server.pid }, "the embedded database runs again");
    }
  }
}

/** After a kill -9 the orphaned backends need a moment to notice and leave the shared memory. */
async function restart(options: EmbeddedDatabaseOptions, port: number): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(options, port);
    } catch (error) {
      if (attempt === 5) throw error;
      await delay(200 * attempt);
    }
  }
}

async function start(options: EmbeddedDatabaseOptions, port: number): Promise<EmbeddedPostgres> {
  const { directory, password, onProgress } = options;
  try {
    return await startEmbeddedPostgres({
      dataDir: directory.path,
      port,
      logFile: directory.databaseLogFile,
      password,
      onProgress,
    });
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new StartupError(cause.message, { cause });
  }
}

function givenUp({ databaseLogFile }: DataDirectory): StartupError {
  return new StartupError(
    `The embedded database ended and cannot be started again: see ${databaseLogFile}, then run npm start again.`,
  );
}
