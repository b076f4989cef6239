import { rmSync } from "node:fs";
import type { Logger } from "@shipment-tracking/runtime";
import type { SecretKey } from "@shipment-tracking/secrets";
import type { Settings } from "../config.ts";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import { loadSecrets, type Secrets } from "../data-directory/secrets.ts";
import type { Services } from "../services.ts";
import type { Shutdown } from "../shutdown.ts";
import { startSimulator } from "../simulator/simulator.ts";
import type { DemoFile } from "./demo-file.ts";
import { hasTenants } from "./demo-state.ts";
import { seedDemo, type SeededDemo } from "./seed-demo.ts";
import { withSeedingLock } from "./seeding-lock.ts";

export interface StartDemoOptions {
  readonly settings: Settings;
  readonly directory: DataDirectory;
  readonly secretKey: SecretKey;
  readonly services: Services;
  readonly publicUrl: string;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly terminal: { say(text: string): void };
}

/**
 * Makes the demo data that is missing, writes demo.json, starts the simulator. Null without demo data: DEMO is off, or somebody else's tenants are in
 * the database.
 */
export async function startDemo(options: StartDemoOptions): Promise<DemoFile | null> {
  const { settings, directory, services, log, shutdown } = options;
  const seeded = settings.demo ? await seed(options) : null;
  if (seeded === null) {
    rmSync(directory.demoFile, { force: true });
    return null;
  }
  const { file, accounts } = seeded;
  services.wakeLog();
  if (settings.simulator) {
    const simulator = startSimulator({
      pool: services.webPool,
      tenants: accounts.map(({ company, secrets: { tenantId } }) => ({ company, tenantId })),
      log,
      onCommitted: services.wakeLog,
    });
    shutdown.add("simulator", () => simulator.stop());
  }
  return file;
}

/** Null when the tenants are somebody else's. */
async function seed(options: StartDemoOptions): Promise<SeededDemo | null> {
  const pool = options.services.webPool;
  return await withSeedingLock(pool, async () => {
    // anew: a `tracking seed` that held the lock may have added the demo tenants
    const secrets = await loadSecrets(options.directory);
    if (await isSomebodyElses(options, secrets)) return null;
    return await seedDemo({ ...options, secrets, pool });
  });
}

async function isSomebodyElses(
  { services, terminal }: StartDemoOptions,
  secrets: Secrets,
): Promise<boolean> {
  if (Object.keys(secrets.demo).length > 0 || !(await hasTenants(services.webPool))) return false;
  terminal.say("The database has tenants already: no demo data was added.\n");
  return true;
}
