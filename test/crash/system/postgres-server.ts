import { join } from "node:path";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@shipment-tracking/embedded-postgres";
import type { Exit } from "../history/history.ts";
import { now } from "./clock.ts";

export interface PostgresServer {
  /** The superuser's address of the maintenance database. */
  readonly url: string;
  /** Ends it at once without a checkpoint: what was committed comes out of the log at the next start. */
  stopImmediately(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL on a port that it keeps. Without fsync: the machine does not crash here, only the server does, and what it wrote is then in the system's
 * memory. Commits are synchronous as in production.
 */
export async function startPostgresServer(
  directory: string,
  onExit: (exit: Exit) => void,
): Promise<PostgresServer> {
  let endWanted = false;
  const start = async (port: number): Promise<EmbeddedPostgres> => {
    endWanted = false;
    const started = await startEmbeddedPostgres({
      dataDir: directory,
      port,
      logFile: join(directory, "postgres.log"),
      password: "crash",
      settings: { fsync: "off", full_page_writes: "off", max_connections: "100" },
    });
    void report(started);
    return started;
  };
  const report = async (started: EmbeddedPostgres): Promise<void> => {
    const how = `exit code ${String(await started.exited)}`;
    onExit({ component: "postgres", at: now(), how, wanted: endWanted });
  };
  let server = await start(0);
  const { port } = server;
  return {
    url: server.url,
    stopImmediately: async () => {
      endWanted = true;
      process.kill(server.pid, "SIGQUIT");
      await server.exited;
    },
    start: async () => {
      server = await start(port);
    },
    stop: async () => {
      endWanted = true;
      await server.stop();
    },
  };
}
