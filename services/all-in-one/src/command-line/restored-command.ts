import { renewLogIdentity } from "@shipment-tracking/event-log";
import { createPool } from "@shipment-tracking/postgres";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { findInstallation } from "./installation.ts";
import { print, type OutputOptions } from "./output.ts";
import { explained, requireAddress } from "./with-database.ts";

/** `tracking restored`: what a Kafka topic holds of the time after the backup is no part of the log any more. */
export async function restoredCommand(
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const address = requireAddress(findInstallation(world.env), "owner");
  const pool = createPool({ url: address.url, applicationName: "tracking-command", max: 1 });
  try {
    const logId = await renewLogIdentity(pool);
    print(world, options, {
      json: { logId },
      lines: [
        `The log has a new identity: ${logId}.`,
        "Records of it in Kafka count no more; the relay publishes the log again from its beginning.",
        "Restart the services that run already.",
      ],
    });
    return 0;
  } catch (error) {
    throw explained(error, address);
  } finally {
    await pool.end();
  }
}
