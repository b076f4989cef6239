import { rmSync } from "node:fs";
import type { TenantId } from "@shipment-tracking/domain";
import type { Logger } from "@shipment-tracking/runtime";
import {
  createSecretBox,
  inRepeatedTransaction,
  type SecretBox,
  type SecretKey,
  shareShipment,
} from "@shipment-tracking/web-service";
import type { Settings } from "../config.ts";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import { writePrivateJson } from "../data-directory/private-file.ts";
import type { Secrets } from "../data-directory/secrets.ts";
import type { Services } from "../services.ts";
import type { Shutdown } from "../shutdown.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { type DemoRole, emailOf } from "./companies.ts";
import { demoFile, type DemoFile, type DemoTenant, type Login } from "./demo-file.ts";
import { demoAccounts, type DemoAccount } from "./demo-secrets.ts";
import { hasTenants } from "./demo-state.ts";
import { instantOf } from "./instant.ts";
import { planShipments } from "./plan.ts";
import { seedTenant } from "./seed-tenant.ts";

export interface StartDemoOptions {
  readonly settings: Settings;
  readonly directory: DataDirectory;
  readonly secrets: Secrets;
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
  const { settings, directory, secrets, services, log, shutdown } = options;
  if (!settings.demo || (await isSomebodyElses(options))) {
    rmSync(directory.demoFile, { force: true });
    return null;
  }
  const accounts = await demoAccounts(directory, secrets);
  const box = createSecretBox([options.secretKey]);
  const seed = { pool: services.webPool, box, now: Date.now() };
  for (const account of accounts) await seedTenant(seed, account);
  services.wakeLog();
  const trackingToken = await tokenToShow(options, box, accounts);
  const tenants = accounts.map(tenantOf);
  const file = demoFile({ publicUrl: options.publicUrl, trackingToken, tenants });
  await writePrivateJson(directory.demoFile, file);
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

async function isSomebodyElses({
  secrets,
  services,
  terminal,
}: StartDemoOptions): Promise<boolean> {
  if (Object.keys(secrets.demo).length > 0 || !(await hasTenants(services.webPool))) return false;
  terminal.say("The database has tenants already: no demo data was added.\n");
  return true;
}

/** The link of a shipment that is under way, always the same one. */
async function tokenToShow(
  { services }: StartDemoOptions,
  box: SecretBox,
  [account]: readonly DemoAccount[],
): Promise<string> {
  if (account === undefined) throw new Error("There is no demo company");
  const { company, secrets } = account;
  const now = Date.now();
  const planned = planShipments({ company, tenantId: secrets.tenantId, now });
  const shown =
    planned.find(({ shared, ends }) => shared && ends === "out_for_delivery") ?? planned[0];
  if (shown === undefined) throw new Error("There are no demo shipments");
  const context = {
    // checked as a UUID when secrets.json was read
    tenantId: secrets.tenantId as TenantId,
    actor: { kind: "system", id: null },
    now: instantOf(now),
  } as const;
  const outcome = await inRepeatedTransaction(services.webPool, (tx) =>
    shareShipment(tx, { context, box }, { shipmentId: shown.shipmentId }),
  );
  if (outcome.outcome === "rejected") throw new Error(outcome.rejection.reason);
  return outcome.token;
}

function tenantOf({ company, secrets }: DemoAccount): DemoTenant {
  const login = (role: DemoRole): Login => ({
    email: emailOf(company, role),
    password: secrets.passwords[role],
  });
  return {
    id: secrets.tenantId,
    name: company.name,
    admin: login("admin"),
    dispatcher: login("dispatcher"),
    billing: login("billing"),
    viewer: login("viewer"),
    apiKey: secrets.apiKey,
  };
}
