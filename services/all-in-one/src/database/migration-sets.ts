import { eventLogMigrations } from "@shipment-tracking/event-log";
import type { MigrationSet } from "@shipment-tracking/postgres";
import { readModelMigrations } from "@shipment-tracking/read-model";
import { webMigrations } from "@shipment-tracking/web-service";
import { webhookMigrations } from "@shipment-tracking/webhooks";

/** All tables of the service, in the order in which they need each other. */
export const migrationSets: readonly MigrationSet[] = [
  eventLogMigrations,
  webMigrations,
  webhookMigrations,
  readModelMigrations,
];
