import {
  ensureLoginRoles,
  ensureRoles,
  migrate,
  MissingRightError,
  type RoleName,
} from "@shipment-tracking/postgres";
import type { Secrets } from "../data-directory/secrets.ts";
import { StartupError } from "../startup-error.ts";
import { explained } from "./external-database.ts";
import { migrationSets } from "./migration-sets.ts";

export type RoleUrls = Readonly<Record<RoleName, string>>;

/** Brings the database of the owner's address up to date and gives each part of the service a login of its own. */
export async function prepareDatabase(
  ownerUrl: string,
  secrets: Secrets,
  log: (sentence: string) => void,
): Promise<RoleUrls> {
  try {
    await ensureRoles(ownerUrl);
    await migrate({ url: ownerUrl, sets: migrationSets, log });
    return await ensureLoginRoles(ownerUrl, {
      prefix: `tracking_${secrets.installationId}`,
      passwords: secrets.rolePasswords,
    });
  } catch (cause) {
    if (cause instanceof MissingRightError) throw new StartupError(cause.message, { cause });
    throw explained(cause, ownerUrl);
  }
}
