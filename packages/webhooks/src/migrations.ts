import { fileURLToPath } from "node:url";

/** The schema `hooks`, after the event log's and the web application's migrations. */
export const webhookMigrations = {
  name: "webhooks",
  directory: fileURLToPath(new URL("../migrations", import.meta.url)),
};
