import { randomUUID } from "node:crypto";
import { customerItemSchema, invoiceItemSchema } from "@shipment-tracking/contracts";
import { invoiceStatuses } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildApi } from "../app.ts";
import { billingNow, buildBilling, type BillingBuilder } from "../fixtures/billing-builder.ts";
import { createReadModelWriter, type ReadModelWriter } from "../fixtures/read-model-writer.ts";
import { buildTenant } from "../fixtures/tenant-builder.ts";

let db: TestDatabase;
let admin: Pool;
let app: FastifyInstance;
let writer: ReadModelWriter;

beforeAll(async () => {
  db = await createTestDatabase();
  admin = db.pool("admin");
  await createClock();
  writer = createReadModelWriter(db.pool("projector"));
  const log = createLogger({ service: "api", level: "silent" });
  app = await buildApi({ pool: db.apiPool(), log });
});

afterAll(async () => {
  await app.close();
  await db.drop();
});

describe("GET /v1/customers", () => {
  test("answers exactly the fields of the decisions, unknown ones null", async () => {
    const { billing, get } = await newTenant();
    billing.customer({ customerNumber: "C-1" });
    const known = {
      customerNumber: 'C-"2"\\',
      name: "Łódź 東京 GmbH 😀",
      status: "inactive" as const,
      contactName: "Jana Weiß",
      email: "jana@example.com",
      phone: "+48 42 000 00 00",
      billingAddress: {
        line1: "Piotrkowska 1",
        line2: null,
        city: "Łódź",
        region: "Łódzkie",
        postalCode: "90-001",
        countryCode: "PL",
      },
      currency: "PLN",
      paymentTermsDays: 30,
      taxId: "PL1234567890",
      externalReference: "ext-7",
    };
    billing.customer(known);
    await writer.flush();
    const answer = await get("/customers");
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const [second, first] = customersOf(answer);
    expect(Object.keys(second ?? {})).toEqual(Object.keys(customerItemSchema.shape));
    expect(second).toMatchObject(known);
    expect(first).toMatchObject({
      customerNumber: "C-1",
      status: "active",
      contactName: null,
      email: null,
      phone: null,
      billingAddress: null,
      currency: null,
      paymentTermsDays: null,
      taxId: null,
      externalReference: null,
    });
    expect(first?.updatedAt).toBe(first?.createdAt);
  });

  test("a change shows at once and keeps the place in the list", async () => {
    const { billing, get } = await newTenant();
    const id = billing.customer({ name: "Old" });
    billing.customer();
    await writer.flush();
    const [, before] = customersOf(await get("/customers"));
    billing.changeCustomer(id, { name: "New", status: "inactive" });
    await writer.flush();
    const [, after] = customersOf(await get("/customers"));
    expect(after).toEqual({ ...before, name: "New", status: "inactive", updatedAt: billingNow });
    expect(customersOf(await get("/customers?status=inactive"))).toEqual([after]);
    expect(customersOf(await get("/customers?status=active"))).toHaveLength(1);
  });
});

describe("GET /v1/invoices", () => {
  test("answers exactly the fields of the decisions, in every status", async () => {
    const { billing, get } = await newTenant();
    const shipment = { shipmentId: randomUUID(), shipmentNumber: "SH-7" };
    const inEveryStatus = () => {
      const [, issued, partly, paid, voided, lost] = Array.from({ length: 6 }, () =>
        billing.invoice({ shipment }),
      );
      for (const id of [issued, partly, paid, voided, lost]) billing.issue(id ?? "", "2026-03-01");
      billing.pay(partly ?? "", 1);
      billing.pay(paid ?? "", 5_998);
      const reason = "hidden-reason";
      billing.run(voided ?? "", { type: "void_invoice", now: billingNow, reason });
      billing.run(lost ?? "", { type: "mark_uncollectible", now: billingNow, reason });
    };
    inEveryStatus();
    await writer.flush();
    const answer = await get("/invoices");
    const items = invoicesOf(answer);
    expect(items.map((item) => item.status)).toEqual(invoiceStatuses.toReversed());
    for (const item of items) {
      expect(Object.keys(item)).toEqual(Object.keys(invoiceItemSchema.shape));
      expect(item).toMatchObject({
        ...shipment,
        customerName: "Acme",
        currency: "EUR",
        subtotalMinor: 4_998,
        taxMinor: 1_000,
        totalMinor: 5_998,
        balanceMinor: 5_998 - item.amountPaidMinor,
        lineItems: [
          {
            chargeCode: "freight",
            description: "Haulage",
            quantity: "2.5",
            unitAmountMinor: 1_999,
            amountMinor: 4_998,
          },
          { chargeCode: "tax", quantity: "1", unitAmountMinor: 1_000, amountMinor: 1_000 },
        ],
      });
      const isDraft = item.status === "draft";
      expect([item.issueDate, item.dueDate, item.issuedAt]).toEqual(
        isDraft ? [null, null, null] : ["2026-01-31", "2026-03-01", billingNow],
      );
      expect(item.paidAt).toBe(item.status === "paid" ? billingNow : null);
      expect(item.voidedAt).toBe(item.status === "void" ? billingNow : null);
    }
    for (const status of invoiceStatuses) {
      const ofStatus = invoicesOf(await get(`/invoices?status=${status}`));
      expect(ofStatus.map((item) => item.status)).toEqual([status]);
    }
    expect(answer.body).not.toMatch(/hidden/i);
  });

  test("a deleted draft is gone", async () => {
    const { billing, get } = await newTenant();
    const id = billing.invoice();
    billing.invoice();
    await writer.flush();
    expect(invoicesOf(await get("/invoices"))).toHaveLength(2);
    billing.run(id, { type: "delete_invoice" });
    await writer.flush();
    const left = await get("/invoices?status=draft&limit=1");
    expect(invoicesOf(left).map((item) => item.id)).not.toContain(id);
    expect(left.headers.link).toBeUndefined();
  });

  test("becomes overdue when the UTC day of the due date ends: another ETag, though nothing was written", async () => {
    const { billing, get } = await newTenant();
    const id = billing.invoice();
    billing.issue(id, "2026-03-31");
    billing.invoice();
    await writer.flush();

    await setClock("2026-03-31T23:59:59.999Z");
    const before = await get("/invoices");
    const condition = { "if-none-match": String(before.headers.etag) };
    expect((await get("/invoices", condition)).statusCode).toBe(304);
    expect(invoicesOf(before).map((item) => item.overdue)).toEqual([false, false]);

    await setClock("2026-04-01T00:00:00.000Z");
    const after = await get("/invoices", condition);
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(invoicesOf(after).map((item) => item.overdue)).toEqual([false, true]);
    expect(after.body.replace('"overdue":true', '"overdue":false')).toBe(before.body);

    billing.pay(id, 5_998);
    await writer.flush();
    expect(invoicesOf(await get("/invoices")).map((item) => item.overdue)).toEqual([false, false]);
  });
});

describe.each([
  { list: "customers", status: "inactive", add: addCustomer },
  { list: "invoices", status: "issued", add: addInvoice },
])("the common rules for $list", ({ list, status, add }) => {
  const path = `/api/v1/${list}`;

  test("pages through equal creation times show each row once, newest id first", async () => {
    const { billing, get } = await newTenant();
    const ids = Array.from({ length: 60 }, () => add(billing, "plain"));
    await writer.flush();
    const seen: string[] = [];
    for (let next: string | undefined = `/${list}?limit=7`; next !== undefined;) {
      const answer: LightMyRequestResponse = await get(next);
      seen.push(...idsOf(answer));
      next = /<\/api\/v1([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(ids.toSorted().toReversed());
    expect(idsOf(await get(`/${list}`))).toHaveLength(50);
    expect(idsOf(await get(`/${list}?limit=0&offset=-3`))).toHaveLength(50);
    expect(idsOf(await get(`/${list}?limit=1e3`))).toHaveLength(60);
  });

  test("the status filter is exact, and links stay within it", async () => {
    const { billing, get } = await newTenant();
    for (let n = 0; n < 9; n += 1) add(billing, n % 3 === 0 ? "filtered" : "plain");
    await writer.flush();
    const first = await get(`/${list}?status=${status}&limit=2`);
    expect(idsOf(first)).toHaveLength(2);
    expect(first.headers.link).toBe(`<${path}?limit=2&offset=2&status=${status}>; rel="next"`);
    const last = await get(`/${list}?status=${status}&limit=2&offset=2`);
    expect(idsOf(last)).toHaveLength(1);
    expect(last.headers.link).toBe(`<${path}?limit=2&offset=0&status=${status}>; rel="prev"`);
    for (const query of [
      `status=${status.toUpperCase()}`,
      "status=%00",
      `status=${"x".repeat(10_000)}`,
      "offset=9007199254740991",
      "offset=9",
    ]) {
      const nothing = await get(`/${list}?${query}`);
      expect([nothing.statusCode, nothing.body]).toEqual([200, "[]"]);
      expect(nothing.headers.link).toBeUndefined();
    }
    expect(idsOf(await get(`/${list}?status=`))).toHaveLength(9);
  });

  test("tenants see nothing of each other", async () => {
    const tenants = await Promise.all([newTenant(), newTenant(), newTenant()]);
    const own = tenants.map(({ billing }) => [add(billing, "plain"), add(billing, "filtered")]);
    await writer.flush();
    for (const [at, { get }] of tenants.entries()) {
      expect(idsOf(await get(`/${list}`)).toSorted()).toEqual(own[at]?.toSorted());
      expect(idsOf(await get(`/${list}?status=${status}`))).toEqual([own[at]?.[1]]);
    }
  });

  test("HEAD answers as GET does, and an unchanged answer is 304 with the same headers", async () => {
    const { billing, get, key } = await newTenant();
    for (let n = 0; n < 3; n += 1) add(billing, "plain");
    await writer.flush();
    const got = await get(`/${list}?limit=1&offset=1`);
    const head = await app.inject({
      method: "HEAD",
      url: `${path}?limit=1&offset=1`,
      headers: { authorization: `Bearer ${key}` },
    });
    const without = ({ date: _d, "x-request-id": _i, ...rest }: Record<string, unknown>) => rest;
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect(without(head.headers)).toEqual(without(got.headers));
    expect(got.headers).toMatchObject({
      "cache-control": "private, no-cache",
      vary: "Authorization",
    });

    const etag = String(got.headers.etag);
    const again = await get(`/${list}?limit=1&offset=1`, { "if-none-match": etag });
    expect([again.statusCode, again.body, again.headers.link]).toEqual([304, "", got.headers.link]);
    const whole = await get(`/${list}`);
    add(billing, "plain");
    await writer.flush();
    const changed = await get(`/${list}`, { "if-none-match": String(whole.headers.etag) });
    expect(changed.statusCode).toBe(200);
  });

  test("X-Min-Position waits until the position is applied", async () => {
    const { billing, get } = await newTenant();
    const id = add(billing, "plain");
    const wanted = writer.position();
    const pending = get(`/${list}`, { "x-min-position": wanted });
    await writer.flush();
    const answer = await pending;
    expect(idsOf(answer)).toEqual([id]);
    expect(answer.headers["x-applied-position"]).toBe(wanted);
  });

  test("without a valid key nothing is answered", async () => {
    for (const [headers, error] of [
      [{}, "Missing API key"],
      [{ authorization: "Basic x y" }, "Malformed Authorization header"],
      [{ authorization: "Bearer x" }, "Invalid API key"],
    ] as const) {
      const answer = await app.inject({ url: path, headers });
      expect([answer.statusCode, answer.json()]).toEqual([401, { error }]);
    }
  });
});

test("nothing asked here is an error in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

async function newTenant() {
  const tenant = buildTenant(writer);
  const { key } = tenant.key();
  await writer.flush();
  return {
    key,
    billing: buildBilling(writer, tenant.tenantId),
    get: (path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
      app.inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${key}`, ...headers },
      }),
  };
}

const sameTime = "2026-02-01T12:00:00.000Z";

function addCustomer(billing: BillingBuilder, kind: "plain" | "filtered"): string {
  return billing.customer({ status: kind === "plain" ? "active" : "inactive" }, sameTime);
}

function addInvoice(billing: BillingBuilder, kind: "plain" | "filtered"): string {
  const id = billing.invoice({}, sameTime);
  if (kind === "filtered") billing.issue(id, null);
  return id;
}

function customersOf(answer: LightMyRequestResponse) {
  return z.array(customerItemSchema).parse(answer.json());
}

function invoicesOf(answer: LightMyRequestResponse) {
  return z.array(invoiceItemSchema).parse(answer.json());
}

function idsOf(answer: LightMyRequestResponse): readonly string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(answer.json())
    .map((item) => item.id);
}

/** A `now()` that this database's connections find before PostgreSQL's own, at first with the same time. */
async function createClock(): Promise<void> {
  for (const text of [
    "create schema clock",
    "create table clock.setting (time timestamptz)",
    "insert into clock.setting (time) values (null)",
    `create function clock.now() returns timestamptz stable security definer language sql
      as $$ select coalesce(setting.time, pg_catalog.now()) from clock.setting $$`,
    "grant usage on schema clock to public",
    `do $$ begin
      execute format('alter database %I set search_path = clock, pg_catalog', current_database());
    end $$`,
  ]) {
    await admin.query({ text });
  }
}

async function setClock(time: string): Promise<void> {
  await admin.query({ text: "update clock.setting set time = $1", values: [time] });
}
