import { eventLogMigrations } from "@shipment-tracking/event-log";
import {
  ensureLoginRoles,
  ensureRoles,
  migrate,
  MissingRightError,
  type RoleName,
} from "@shipment-tracking/postgres";
import { readModelMigrations } from "@shipment-tracking/read-model";
import { webMigrations } from "@shipment-tracking/web-service";
import type { Secrets } from "../data-directory/secrets.ts";
import { StartupError } from "../startup-error.ts";
import { explained } from "./external-database.ts";

export type RoleUrls = Readonly<Record<RoleName, string>>;

/** Brings the database of the owner's address up to date and gives each part of the service a login of its own. */
export async function prepareDatabase(
  ownerUrl: string,
  secrets: Secrets,
  log: (sentence: string) => void,
): Promise<RoleUrls> {
  try {
    await ensureRoles(ownerUrl);
    const sets = [eventLogMigrations, webMigrations, readModelMigrations];
    await migrate({ url: ownerUrl, sets, log });
    return await ensureLoginRoles(ownerUrl, {
      prefix: `tracking_${secrets.installationId}`,
      passwords: secrets.rolePasswords,
    });
  } catch (cause) {
    if (cause instanceof MissingRightError) throw new StartupError(cause.message, { cause });
    throw explained(cause, ownerUrl);
  }
}
