export { webhookMigrations } from "./migrations.ts";
