import { join } from "node:path";
import type { Pool } from "@shipment-tracking/postgres";
import { createSecretBox, type SecretKey } from "@shipment-tracking/secrets";
import { findKeyFault } from "@shipment-tracking/web-service";
import { readPrivateJson } from "../data-directory/private-file.ts";
import { parseSecrets, secretKeyOf, type Secrets } from "../data-directory/secrets.ts";
import { hasTenants } from "../demo/demo-state.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { withSeedingLock } from "../demo/seeding-lock.ts";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { print, type OutputOptions } from "./output.ts";
import { withWebDatabase } from "./with-database.ts";

/** `tracking seed`: makes what is missing of the demo data, in an installation that has no other tenants. */
export async function seedCommand(options: OutputOptions, world: CommandWorld): Promise<ExitCode> {
  return withWebDatabase<ExitCode>(world.env, async (pool, { dataDir, publicUrl }) => {
    const demoFile = join(dataDir, "demo.json");
    const { file } = await withSeedingLock(pool, async () => {
      const secrets = readSecrets(dataDir);
      const secretKey = secretKeyOf(secrets);
      await refuseOtherKeys(pool, dataDir, secretKey);
      await refuseForeign(pool, secrets);
      const directory = { demoFile, secretsFile: join(dataDir, "secrets.json") };
      return await seedDemo({ pool, directory, secrets, secretKey, publicUrl });
    });
    const tenants = file.tenants.map(({ id, name }) => ({ id, name }));
    print(world, options, {
      json: { tenants, demoFile, consoleUrl: file.consoleUrl, trackingUrl: file.trackingUrl },
      lines: [
        `The demo data is there: ${tenants.map(({ name }) => name).join(", ")}.`,
        `All logins and keys: ${demoFile}`,
      ],
    });
    return 0;
  });
}

function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  const found = readPrivateJson(file);
  if (found === undefined) {
    throw new CommandFailure(
      `There is no installation in ${dataDir} (no secrets.json): start the service once with npm start, or set DATA_DIR to its data directory.`,
    );
  }
  const secrets = parseSecrets(found);
  if (secrets === null) {
    throw new CommandFailure(`${file} is damaged: restore it from a backup.`);
  }
  return secrets;
}

async function refuseOtherKeys(pool: Pool, dataDir: string, secretKey: SecretKey): Promise<void> {
  const fault = await findKeyFault(pool, createSecretBox([secretKey]).fingerprints);
  if (fault === null) return;
  throw new CommandFailure(
    `The database was set up from another data directory than ${dataDir}: set DATA_DIR to that directory.`,
  );
}

/** Demo tenants cannot be taken away again. */
async function refuseForeign(pool: Pool, secrets: Secrets): Promise<void> {
  if (Object.keys(secrets.demo).length > 0 || !(await hasTenants(pool))) return;
  throw new CommandFailure(
    "The database has tenants already, and demo data is never put beside them: use another data directory, for example DATA_DIR=./data2 PORT=8081 npm start.",
  );
}
