import type { Logger } from "@shipment-tracking/runtime";
import type { Settings } from "../config.ts";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import type { Shutdown } from "../shutdown.ts";
import type { StartupError } from "../startup-error.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { checkExternalDatabase } from "./external-database.ts";

export interface Database {
  /** Of a user who may create schemas and roles. */
  readonly url: string;
  /** Settles when the database is gone for good; never for DATABASE_URL, whose server is somebody else's. */
  readonly lost: Promise<StartupError>;
}

export interface OpenDatabaseOptions {
  readonly settings: Settings;
  readonly directory: DataDirectory;
  readonly password: string;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly terminal: { say(text: string): void };
}

/** The database of DATABASE_URL, or the embedded one. Throws a StartupError. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { settings, directory, password, log, shutdown, terminal } = options;
  if (settings.databaseUrl !== null) {
    await checkExternalDatabase(settings.databaseUrl);
    return { url: settings.databaseUrl, lost: new Promise(() => undefined) };
  }
  const database = await startEmbeddedDatabase({
    directory,
    password,
    log,
    onProgress: (sentence) => terminal.say(`${sentence}\n`),
  });
  shutdown.add("embedded database", () => database.stop());
  return database;
}
