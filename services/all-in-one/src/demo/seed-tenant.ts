import { hashApiKey } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { type SecretBox } from "@shipment-tracking/secrets";
import {
  type CommandContext,
  createApiKey,
  createTenant,
  createUser,
  executeShipmentCommands,
  inRepeatedTransaction,
  shareShipment,
} from "@shipment-tracking/web-service";
import { demoRoles, emailOf } from "./companies.ts";
import { planCustomers } from "./customers.ts";
import type { DemoAccount } from "./demo-secrets.ts";
import { findDemoState, type DemoState } from "./demo-state.ts";
import { instantOf } from "./instant.ts";
import { planInvoices } from "./invoices.ts";
import { planShipments, type PlannedShipment } from "./plan.ts";
import { seedCustomers, seedInvoices } from "./seed-billing.ts";

export interface SeedOptions {
  /** Of the web application's role. */
  readonly pool: Pool;
  readonly box: SecretBox;
  /** Ms since the epoch. */
  readonly now: number;
}

interface Seed extends SeedOptions {
  readonly account: DemoAccount;
  readonly context: CommandContext;
  readonly state: DemoState;
}

/** Makes what is missing of a demo tenant, by the same functions that users' requests call. Whatever was there stays as it is. */
export async function seedTenant(options: SeedOptions, account: DemoAccount): Promise<void> {
  const { pool, now } = options;
  const { company, secrets } = account;
  const { tenantId, apiKey } = secrets;
  const planned = planShipments({ company, tenantId, now });
  const customers = planCustomers(company, tenantId);
  const invoices = planInvoices({ company, tenantId, customers, shipments: planned });
  const state = await findDemoState(pool, tenantId, {
    apiKeyHash: hashApiKey(apiKey),
    shipmentIds: planned.map(({ shipmentId }) => shipmentId),
    customerIds: customers.map(({ customerId }) => customerId),
    invoiceIds: invoices.map(({ invoiceId }) => invoiceId),
  });
  const context: CommandContext = {
    // made by randomUUID and checked as a UUID when secrets.json was read
    tenantId: tenantId as TenantId,
    actor: { kind: "system", id: null },
    now: instantOf(now),
  };
  const seed = { ...options, account, context, state };
  await seedAccounts(seed);
  // in this order: shipments belong to customers, invoices to both
  const newCustomers = customers.filter(({ customerId }) => !state.customerIds.has(customerId));
  await seedCustomers(pool, { context, now }, newCustomers);
  await seedShipments(seed, planned);
  const newInvoices = invoices.filter(({ invoiceId }) => !state.invoiceIds.has(invoiceId));
  await seedInvoices(pool, { context, now }, newInvoices);
  await shareShipments(seed, planned);
}

async function seedAccounts({ pool, account, context, state }: Seed): Promise<void> {
  const { company, secrets } = account;
  const { tenantId, actor } = context;
  if (!state.tenant)
    expectMade(await createTenant(pool, { id: tenantId, name: company.name, actor }));
  const missing = demoRoles.filter((role) => !state.emails.has(emailOf(company, role)));
  await Promise.all(
    missing.map(async (role) => {
      const email = emailOf(company, role);
      const user = {
        tenantId,
        email,
        name: company.people[role],
        role,
        password: secrets.passwords[role],
        actor,
      };
      expectMade(await createUser(pool, user));
    }),
  );
  if (state.apiKey) return;
  const key = { name: "Demo", expiresAt: null, createdBy: null, key: secrets.apiKey };
  await createApiKey(pool, context, key);
}

/** A shipment and its history are written in one transaction: it is there whole or not at all. */
const shipmentsPerTransaction = 40;

async function seedShipments(
  { pool, context, state }: Seed,
  planned: readonly PlannedShipment[],
): Promise<void> {
  const missing = planned.filter(({ shipmentId }) => !state.shipmentIds.has(shipmentId));
  for (let start = 0; start < missing.length; start += shipmentsPerTransaction) {
    const commands = missing
      .slice(start, start + shipmentsPerTransaction)
      .flatMap(({ shipmentId, commands: own }) => own.map((command) => ({ shipmentId, command })));
    const outcomes = await executeShipmentCommands(pool, context, commands);
    const refused = outcomes.find(({ outcome }) => outcome !== "accepted");
    if (refused !== undefined) {
      throw new Error(`Demo data was refused: ${JSON.stringify(refused)}`);
    }
  }
}

async function shareShipments(
  { pool, box, context, state }: Seed,
  planned: readonly PlannedShipment[],
): Promise<void> {
  const missing = planned.filter(
    ({ shared, shipmentId }) => shared && !state.sharedIds.has(shipmentId),
  );
  for (const { shipmentId } of missing) {
    await inRepeatedTransaction(pool, (tx) => shareShipment(tx, { context, box }, { shipmentId }));
  }
}

function expectMade(
  result:
    { readonly outcome: "created" } | { readonly outcome: "refused"; readonly reason: string },
): void {
  if (result.outcome === "refused") throw new Error(`Demo data was refused: ${result.reason}`);
}
