import { fileURLToPath } from "node:url";

/** The read tables: plain SQL files, applied after those of the event log and the web application. */
export const readModelMigrations = {
  name: "read_model",
  directory: fileURLToPath(new URL("../migrations", import.meta.url)),
} as const;
