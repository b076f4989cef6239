import { fileURLToPath } from "node:url";

/** The write side's tables, run after the event log's. */
export const webMigrations = {
  name: "web",
  directory: fileURLToPath(new URL("../migrations", import.meta.url)),
} as const;
