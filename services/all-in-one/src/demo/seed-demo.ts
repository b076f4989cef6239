import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { createSecretBox, type SecretBox, type SecretKey } from "@shipment-tracking/secrets";
import { inRepeatedTransaction, shareShipment } from "@shipment-tracking/web-service";
import type { DataDirectory } from "../data-directory/open-data-directory.ts";
import { writePrivateJson } from "../data-directory/private-file.ts";
import type { Secrets } from "../data-directory/secrets.ts";
import { type DemoRole, emailOf } from "./companies.ts";
import { demoFile, type DemoFile, type DemoTenant, type Login } from "./demo-file.ts";
import { demoAccounts, type DemoAccount } from "./demo-secrets.ts";
import { instantOf } from "./instant.ts";
import { planShipments } from "./plan.ts";
import { seedTenant } from "./seed-tenant.ts";

export interface SeedDemoOptions {
  /** Of the web application's role. */
  readonly pool: Pool;
  readonly directory: Pick<DataDirectory, "secretsFile" | "demoFile">;
  readonly secrets: Secrets;
  readonly secretKey: SecretKey;
  readonly publicUrl: string;
}

export interface SeededDemo {
  readonly file: DemoFile;
  readonly accounts: readonly DemoAccount[];
}

/** Makes the demo data that is missing and writes demo.json. */
export async function seedDemo(options: SeedDemoOptions): Promise<SeededDemo> {
  const { pool, directory, secrets, publicUrl } = options;
  const accounts = await demoAccounts(directory, secrets);
  const box = createSecretBox([options.secretKey]);
  const seed = { pool, box, now: Date.now() };
  for (const account of accounts) await seedTenant(seed, account);
  const trackingToken = await tokenToShow(pool, box, accounts);
  const file = demoFile({ publicUrl, trackingToken, tenants: accounts.map(tenantOf) });
  await writePrivateJson(directory.demoFile, file);
  return { file, accounts };
}

/** The link of a shipment that is under way, always the same one. */
async function tokenToShow(
  pool: Pool,
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
  const outcome = await inRepeatedTransaction(pool, (tx) =>
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
