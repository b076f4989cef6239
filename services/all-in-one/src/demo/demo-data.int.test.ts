import { randomBytes, randomUUID } from "node:crypto";
import { generateApiKey } from "@shipment-tracking/contracts";
import type { Pool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createSecretBox } from "@shipment-tracking/secrets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoCompanies } from "./companies.ts";
import { seedTenant } from "./seed-tenant.ts";
import { startSimulator } from "../simulator/simulator.ts";

const [company] = demoCompanies;
if (company === undefined) throw new Error("no demo company");

const log = createLogger({ service: "test", level: "silent" });
const password = "correct horse battery";
const account = {
  company,
  secrets: {
    tenantId: randomUUID(),
    apiKey: generateApiKey(),
    passwords: { admin: password, dispatcher: password, billing: password, viewer: password },
  },
};

interface Written {
  readonly shipments: number;
  readonly facts: number;
  readonly events: number;
  readonly tokens: number;
  readonly users: number;
  readonly customers: number;
  readonly invoices: number;
  readonly payments: number;
}

let db: TestDatabase;
let pool: Pool;
let admin: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("web");
  admin = db.pool("admin");
});

afterAll(() => db.drop());

async function written(): Promise<Written> {
  const { rows } = await admin.query<Written>({
    text: `
      select
        (select count(*) from write.shipments) as shipments,
        (select count(*) from write.shipment_facts) as facts,
        (select count(*) from write.event_log) as events,
        (select count(*) from write.tracking_tokens) as tokens,
        (select count(*) from write.users) as users,
        (select count(*) from write.customers) as customers,
        (select count(*) from write.invoices) as invoices,
        (select count(*) from write.invoice_payments) as payments`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("no row");
  return row;
}

async function seed(): Promise<void> {
  const box = createSecretBox([{ id: "test", key: randomBytes(32) }]);
  await seedTenant({ pool, box, now: Date.now() }, account);
}

describe("demo data", () => {
  it("is made once: a second time adds nothing", async () => {
    await seed();
    const first = await written();
    expect(first).toMatchObject({ shipments: 120, users: 4, tokens: 12 });
    expect(first).toMatchObject({ customers: 8, invoices: 36, payments: 20 });
    await seed();
    expect(await written()).toEqual(first);
  });

  it("gets back what an interrupted start did not make", async () => {
    const first = await written();
    await admin.query({
      text: `
        with gone as (
          select shipments.id
          from write.shipments
          where not exists (select from write.tracking_tokens where tracking_tokens.shipment_id = shipments.id)
          order by shipments.id
          limit 50
        ), unbilled as (
          select invoices.id
          from write.invoices
          where invoices.shipment_id in (select gone.id from gone)
        ), payments as (
          delete from write.invoice_payments where invoice_payments.invoice_id in (select unbilled.id from unbilled)
        ), invoices as (
          delete from write.invoices where invoices.id in (select unbilled.id from unbilled)
        ), invoice_events as (
          delete from write.event_log where event_log.stream_id in (select unbilled.id from unbilled)
        ), facts as (
          delete from write.shipment_facts where shipment_facts.shipment_id in (select gone.id from gone)
        ), events as (
          delete from write.event_log where event_log.stream_id in (select gone.id from gone)
        )
        delete from write.shipments where shipments.id in (select gone.id from gone)`,
    });
    const rest = await written();
    expect(rest.shipments).toBe(70);
    expect(rest.invoices).toBeLessThan(first.invoices);
    await seed();
    expect(await written()).toEqual(first);
  });
});

describe("the demo's invoices", () => {
  it("are in every status in every currency, overdue ones among them, as their stories say", async () => {
    const { rows } = await admin.query<{ currency: string; status: string; late: number }>({
      text: `
        select invoices.state ->> 'currency' as currency, invoices.status,
          count(*) filter (where invoices.due_date < current_date and invoices.balance_minor > 0) as late
        from write.invoices
        group by 1, 2`,
    });
    const invoiceStatuses = ["draft", "issued", "partially_paid", "paid", "void", "uncollectible"];
    for (const currency of ["EUR", "USD", "JPY", "KWD"]) {
      const own = rows.filter((row) => row.currency === currency);
      expect(own.map(({ status }) => status).toSorted()).toEqual(invoiceStatuses.toSorted());
      const late = own.filter((row) => row.late > 0).map(({ status }) => status);
      expect(late).toEqual(expect.arrayContaining(["issued", "partially_paid"]));
    }
  });

  it("bill shipments of the same customer", async () => {
    const { rows } = await admin.query({
      text: `
        select count(*) as billed,
          count(*) filter (where shipments.details ->> 'customerId' = invoices.customer_id::text) as fitting
        from write.invoices
        join write.shipments on shipments.id = invoices.shipment_id`,
    });
    expect(rows).toEqual([{ billed: 32, fitting: 32 }]);
  });
});

describe("the simulator", () => {
  it("moves demo shipments and leaves those of users alone", async () => {
    const numbers = async (): Promise<readonly { id: string; version: number }[]> => {
      const { rows } = await pool.query<{ id: string; version: number }>({
        text: `
          select shipments.id, shipments.version
          from write.shipments
          where shipments.tenant_id = $1
          order by shipments.id`,
        values: [account.secrets.tenantId],
      });
      return rows;
    };
    await admin.query({
      text: `
        update write.shipments
        set shipment_number = 'USER-' || shipments.shipment_number
        where shipments.shipment_number < 'NW-10100'`,
    });
    const before = await written();
    const versions = new Map((await numbers()).map(({ id, version }) => [id, version]));
    let commands = 0;
    const { tenantId } = account.secrets;
    const simulator = startSimulator({
      pool,
      tenants: [{ tenantId, company: account.company }],
      log,
      stepMs: 1,
      onCommitted: () => (commands += 1),
    });
    await expect.poll(() => commands, { timeout: 15_000 }).toBeGreaterThan(40);
    await simulator.stop();
    const after = await written();
    expect(after.facts).toBeGreaterThan(before.facts);
    // few of its own are left under way, so it made new ones
    expect(after.shipments).toBeGreaterThan(before.shipments);
    const { rows: users } = await pool.query<{ id: string; version: number }>({
      text: `
        select shipments.id, shipments.version
        from write.shipments
        where shipments.shipment_number like 'USER-%'`,
    });
    expect(users.length).toBeGreaterThan(90);
    for (const { id, version } of users) expect(version).toBe(versions.get(id));
    expect(await db.serverErrors()).toEqual([]);
  });
});
