import { fileURLToPath } from "node:url";

/** The schema of the log, for `migrate`: the first set, the other write tables come after it. */
export const eventLogMigrations = {
  name: "event-log",
  directory: fileURLToPath(new URL("../migrations", import.meta.url)),
} as const;
