import { ensureRoles, migrate, MissingRightError } from "@shipment-tracking/postgres";
import { migrationSets } from "../database/migration-sets.ts";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { findInstallation } from "./installation.ts";
import { print, type OutputOptions } from "./output.ts";
import { explained, requireAddress } from "./with-database.ts";

/** `tracking migrate`: makes the group roles and the tables that are missing. Several may run at once. */
export async function migrateCommand(
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const address = requireAddress(findInstallation(world.env), "owner");
  try {
    await ensureRoles(address.url);
    const applied = await migrate({ url: address.url, sets: migrationSets });
    print(world, options, {
      json: { applied },
      lines:
        applied.length === 0
          ? ["The database is up to date."]
          : applied.map(({ set, name }) => `Migrated ${set}: ${name}`),
    });
    return 0;
  } catch (error) {
    if (error instanceof MissingRightError) {
      throw new CommandFailure(error.message, { cause: error });
    }
    throw explained(error, address);
  }
}
