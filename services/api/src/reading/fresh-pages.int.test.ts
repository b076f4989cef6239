import { shipmentStatuses, invoiceStatuses, customerStatuses } from "@shipment-tracking/domain";
import { listCustomers, listInvoices, listShipments } from "@shipment-tracking/read-model";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, loadCorpus, type TestDatabase } from "@shipment-tracking/testing";
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApi } from "../app.ts";
import { buildBilling } from "../fixtures/billing-builder.ts";
import { createCountingDatabase, type CountingDatabase } from "../fixtures/counting-database.ts";
import { createReadModelWriter, type ReadModelWriter } from "../fixtures/read-model-writer.ts";
import { buildTenant, type TenantBuilder } from "../fixtures/tenant-builder.ts";

type Tenant = TenantBuilder & { readonly apiKey: string; readonly keyId: string };

let db: TestDatabase;
let writer: ReadModelWriter;
let database: CountingDatabase;
/** Two processes' worth of the API, each with a cache of its own, and one without. */
let apps: readonly FastifyInstance[];
let uncached: FastifyInstance;

const lists = {
  shipments: { query: listShipments, statuses: shipmentStatuses },
  customers: { query: listCustomers, statuses: customerStatuses },
  invoices: { query: listInvoices, statuses: invoiceStatuses },
} as const;
const names = ["shipments", "customers", "invoices"] as const;
const pageStatements = /\nfrom unnest\(.*\n.* as wanted|from read\.shipment_timelines/;

beforeAll(async () => {
  db = await createTestDatabase();
  writer = createReadModelWriter(db.pool("projector"));
  database = createCountingDatabase(db.apiPool());
  const log = createLogger({ service: "api", level: "silent" });
  apps = [await buildApi({ pool: database, log }), await buildApi({ pool: database, log })];
  uncached = await buildApi({ pool: db.apiPool(), log, cacheBytes: 0 });
});

afterAll(async () => {
  for (const app of [...apps, uncached]) await app.close();
  await db.drop();
});

async function newTenant(): Promise<Tenant> {
  const tenant = buildTenant(writer);
  const { key: apiKey, keyId } = tenant.key();
  await writer.flush();
  return { ...tenant, apiKey, keyId };
}

function ask(app: FastifyInstance, apiKey: string, url: string, headers = {}) {
  return app.inject({ url, headers: { authorization: `Bearer ${apiKey}`, ...headers } });
}

/** Of a page with the newest shipment first: its number, which counts up with each write. */
const newestIn = (json: string): number =>
  Number(/"shipmentNumber":"SH-(\d+)"/.exec(json)?.[1] ?? 0);

describe("a page", () => {
  test("is never older than the read tables at arrival, with writers at work and over two API processes", async () => {
    const tenants = await Promise.all([newTenant(), newTenant(), newTenant()]);
    const url = "/api/v1/shipments?limit=3";
    let writing = true;
    const write = async (): Promise<void> => {
      for (let round = 0; round < 60; round += 1) {
        for (const tenant of tenants.slice(0, 1 + (round % 3))) tenant.shipment();
        await writer.flush();
        // as many looks between two writes as the machine manages
        if (round % 4 === 0) await ask(uncached, tenants[0]?.apiKey ?? "", url);
      }
      writing = false;
    };
    let asked = 0;
    const read = async (tenant: Tenant): Promise<void> => {
      for (let seen = 0; writing; asked += 1) {
        const page = { limit: 3, offset: 0, status: null };
        const before = newestIn(
          String((await listShipments(db.pool("api"), tenant.tenantId, page)).json),
        );
        const answers = await Promise.all(apps.map((app) => ask(app, tenant.apiKey, url)));
        for (const { statusCode, body } of answers) {
          expect(statusCode).toBe(200);
          expect(newestIn(body)).toBeGreaterThanOrEqual(Math.max(before, seen));
        }
        seen = Math.max(...answers.map(({ body }) => newestIn(body)));
      }
    };
    const statements = database.count(pageStatements);
    await Promise.all([write(), ...[...tenants, ...tenants].map(read)]);
    expect(asked).toBeGreaterThan(60);
    // kept pages were given away, or this would prove nothing
    expect(database.count(pageStatements) - statements).toBeLessThan(asked * apps.length);
  }, 60_000);

  test("is read once for each change, and a 304 reads no rows", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    tenant.shipment();
    await writer.flush();
    const reads = async (run: () => Promise<unknown>): Promise<number> => {
      const before = database.count(pageStatements);
      await run();
      return database.count(pageStatements) - before;
    };
    const list = (headers = {}) => ask(app, tenant.apiKey, "/api/v1/shipments", headers);
    expect(await reads(list)).toBe(1);
    const { headers, body } = await list();
    expect(await reads(list)).toBe(0);
    const condition = { "if-none-match": headers.etag };
    expect(await reads(async () => expect((await list(condition)).statusCode).toBe(304))).toBe(0);
    const head = await app.inject({
      method: "HEAD",
      url: "/api/v1/shipments",
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    expect(head.body).toBe("");
    expect(head.headers).toMatchObject({
      etag: headers.etag,
      "content-length": String(Buffer.byteLength(body)),
    });
    tenant.shipment();
    await writer.flush();
    expect(await reads(async () => expect((await list(condition)).statusCode).toBe(200))).toBe(1);
  });

  test("that is not kept is read by the statement that looks up the key, by one for all who ask for it", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    const statements = async (times: number): Promise<number> => {
      const before = database.count(/./);
      const asked = Array.from({ length: times }, () =>
        ask(app, tenant.apiKey, "/api/v1/shipments"),
      );
      for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200);
      return database.count(/./) - before;
    };
    const change = async (): Promise<void> => {
      tenant.shipment();
      await writer.flush();
    };
    expect(await statements(5)).toBe(1);
    // kept, then changed for the first time: the key's look tells, and the page follows
    expect(await statements(1)).toBe(1);
    await change();
    expect(await statements(1)).toBe(2);
    // twice in a row, then expected
    await change();
    expect(await statements(1)).toBe(2);
    await change();
    expect(await statements(1)).toBe(1);
    // no change: one page read for nothing, then the key alone again
    expect(await statements(1)).toBe(1);
    expect(await statements(1)).toBe(1);
  });

  test("shows X-Min-Position's position and says so, kept or not", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    await ask(app, tenant.apiKey, "/api/v1/shipments");
    tenant.shipment();
    const position = writer.position();
    const pending = ask(app, tenant.apiKey, "/api/v1/shipments", { "x-min-position": position });
    await writer.flush();
    const answer = await pending;
    expect(newestIn(answer.body)).toBe(1);
    expect(answer.headers["x-applied-position"]).toBe(position);
  });

  test("beyond the end is not kept", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    const before = database.count(pageStatements);
    for (const _ of [1, 2]) await ask(app, tenant.apiKey, "/api/v1/shipments?offset=7");
    expect(database.count(pageStatements) - before).toBe(2);
  });

  test("of other tables with the same version is another: the stamp tells generations apart", async () => {
    const tenant = await newTenant();
    tenant.shipment();
    await writer.flush();
    for (const app of apps) await ask(app, tenant.apiKey, "/api/v1/shipments");
    await db.pool("admin").query({
      text: `
begin;
alter table read.tenants rename to tenants_before;
create table read.tenants (like read.tenants_before including all);
grant select on read.tenants to tracking_api;
grant select, insert, update, delete on read.tenants to tracking_projector;
insert into read.tenants select tenants_before.* from read.tenants_before;
drop table read.tenants_before;
update read.shipments set doc = replace(doc, 'SH-1', 'SH-77');
commit`,
    });
    for (const app of apps) {
      expect(newestIn((await ask(app, tenant.apiKey, "/api/v1/shipments")).body)).toBe(77);
    }
  });
});

describe("what time changes", () => {
  test("an invoice is overdue from midnight (UTC) on, in a kept page too", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    const billing = buildBilling(writer, tenant.tenantId);
    billing.customer();
    billing.issue(billing.invoice(), "2026-04-01");
    await writer.flush();
    const overdueAt = async (now: string): Promise<boolean> => {
      database.setNow(now);
      const { body } = await ask(app, tenant.apiKey, "/api/v1/invoices");
      return body.includes('"overdue":true');
    };
    try {
      expect(await overdueAt("2026-04-01T23:59:59.999Z")).toBe(false);
      expect(await overdueAt("2026-04-02T00:00:00.000Z")).toBe(true);
      expect(await overdueAt("2026-04-01T23:59:59.999Z")).toBe(false);
    } finally {
      database.setNow(null);
    }
  });

  test("a key that expires by the database's clock opens no kept page", async () => {
    const [app] = apps as readonly [FastifyInstance];
    const tenant = await newTenant();
    const { key } = tenant.key("2026-05-01T00:00:00.000Z");
    await writer.flush();
    const statusAt = async (now: string): Promise<number> => {
      database.setNow(now);
      return (await ask(app, key, "/api/v1/shipments")).statusCode;
    };
    try {
      expect(await statusAt("2026-04-30T23:59:59.999Z")).toBe(200);
      expect(await statusAt("2026-05-01T00:00:00.000Z")).toBe(401);
    } finally {
      database.setNow(null);
    }
  });
});

// asked for once, the page is read together with the key the next time or not, as the guess may be; asked for twice, the key is looked up alone
test.each(
  ["revoked key", "inactive tenant"].flatMap((which) => [1, 2].map((times) => ({ which, times }))),
)(
  "a $which opens no page that was asked for $times times, on any process, at once",
  async ({ which, times }) => {
    const tenant = await newTenant();
    tenant.shipment();
    await writer.flush();
    const statuses = async () => {
      const answers = [...apps, uncached].map((app) =>
        ask(app, tenant.apiKey, "/api/v1/shipments"),
      );
      return (await Promise.all(answers)).map((answer) => answer.statusCode);
    };
    for (let n = 0; n < times; n += 1) expect(await statuses()).toEqual([200, 200, 200]);
    if (which === "revoked key") tenant.revoke(tenant.keyId);
    else tenant.deactivate();
    await writer.flush();
    expect(await statuses()).toEqual([401, 401, 401]);
  },
);

describe("the bytes", () => {
  let tenants: readonly Tenant[];
  const marker = (index: number) => `City of tenant ${String(index)}`;

  beforeAll(async () => {
    tenants = await Promise.all([newTenant(), newTenant(), newTenant()]);
    for (const [index, tenant] of tenants.entries()) {
      const billing = buildBilling(writer, tenant.tenantId);
      for (let n = 0; n < 40 + index * 200; n += 1) {
        const origin = { city: marker(index), countryCode: null, addressLine1: null };
        const id = tenant.shipment({ origin: { ...origin, postalCode: null, timeZone: null } });
        if (n % 3 === 0) tenant.scan(id, { eventType: "departure" });
        if (n % 8 === 0) billing.customer({ name: marker(index) });
        if (n % 8 === 0) billing.invoice();
      }
    }
    await writer.flush();
  });

  test("are those of the tables, for each page of each tenant, asked for at once, and nobody else's", async () => {
    const wanted = fc.record({
      name: fc.constantFrom(...names),
      tenant: fc.nat(2),
      limit: fc.integer({ min: 1, max: 200 }),
      offset: fc.oneof(fc.nat(20), fc.nat(500), fc.constantFrom(255, 256, 257)),
      status: fc.constantFrom(null, "draft", "in_transit", "active", "issued", "lost"),
      app: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 40 }), async (pages) => {
        const answers = await Promise.all(
          pages.map(({ name, tenant, limit, offset, status, app }) => {
            const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
            if (status !== null) query.set("status", status);
            const url = `/api/v1/${name}?${query.toString()}`;
            return ask(apps[app] ?? uncached, tenants[tenant]?.apiKey ?? "", url);
          }),
        );
        for (const [index, { name, tenant, ...args }] of pages.entries()) {
          const holder = tenants[tenant];
          if (holder === undefined) throw new Error("no such tenant");
          const { json } = await lists[name].query(db.pool("api"), holder.tenantId, args);
          expect(answers[index]?.body).toBe(json);
          for (const other of [0, 1, 2].filter((one) => one !== tenant)) {
            expect(answers[index]?.body).not.toContain(marker(other));
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("and the headers are the same with and without a cache, cold and warm, over the corpus", async () => {
    const key = tenants[1]?.apiKey ?? "";
    const urls = new Set(
      ["read-api-lists", "read-api-access"].flatMap((name) =>
        loadCorpus(name).flatMap((one) => pathOfCase(one)),
      ),
    );
    expect(urls.size).toBeGreaterThan(100);
    const seen = async (app: FastifyInstance, url: string) => {
      const { statusCode, headers, body } = await ask(app, key, url);
      const { date: _date, "x-request-id": _id, ...rest } = headers;
      return { statusCode, headers: rest, body };
    };
    for (const url of urls) {
      const expected = await seen(uncached, url);
      for (const app of [...apps, ...apps]) expect(await seen(app, url)).toEqual(expected);
    }
  }, 60_000);
});

test("nothing asked here is an error in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

/** The path of a case that is an ordinary request with a plain path. */
function pathOfCase(one: unknown): string[] {
  // cases are objects; those that are not requests by path have none
  const { request } = one as { readonly request?: { readonly path?: unknown } };
  const path = request?.path;
  return typeof path === "string" && /^\/api\/v1\/[\x21-\x7e]*$/.test(path) && !/[{}]/.test(path)
    ? [path]
    : [];
}
