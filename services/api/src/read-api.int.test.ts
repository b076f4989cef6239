import { randomUUID } from "node:crypto";
import {
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
  type ShipmentItem,
} from "@shipment-tracking/contracts";
import { shipmentModes, type Instant, type ShipmentId } from "@shipment-tracking/domain";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildApi } from "./app.ts";
import { createReadModelWriter, type ReadModelWriter } from "./fixtures/read-model-writer.ts";
import { buildTenant, type TenantBuilder } from "./fixtures/tenant-builder.ts";

let db: TestDatabase;
let app: FastifyInstance;
let writer: ReadModelWriter;
let log = "";

beforeAll(async () => {
  db = await createTestDatabase();
  writer = createReadModelWriter(db.pool("projector"));
  const destination = { write: (line: string) => void (log += line) };
  app = await buildApi({
    pool: db.apiPool(),
    log: createLogger({ service: "api", level: "info", destination }),
    freshnessTimeoutMs: 300,
  });
});

afterAll(async () => {
  await app.close();
  await db.drop();
});

async function get(
  url: string,
  key?: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return app.inject({ url, headers: { ...authorization, ...headers } });
}

async function newTenant(): Promise<TenantBuilder & { readonly apiKey: string }> {
  const tenant = buildTenant(writer);
  const { key } = tenant.key();
  await writer.flush();
  return { ...tenant, apiKey: key };
}

const itemsOf = (answer: LightMyRequestResponse): readonly ShipmentItem[] =>
  z.array(shipmentItemSchema).parse(answer.json());

describe("GET /v1/shipments", () => {
  test("answers exactly the fields of the specification, for every mode and with unknown places", async () => {
    const tenant = await newTenant();
    for (const mode of shipmentModes) tenant.shipment({ mode });
    tenant.shipment({ origin: null, shipmentNumber: 'Łódź "7"\\ 😀' });
    await writer.flush();
    const answer = await get("/api/v1/shipments", tenant.apiKey);
    const items = itemsOf(answer);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(items).toHaveLength(shipmentModes.length + 1);
    expect(Object.keys(items[0] ?? {})).toEqual([
      "id",
      "shipmentNumber",
      "status",
      "mode",
      "originCity",
      "destCity",
      "pickupScheduledAt",
      "deliveryScheduledAt",
      "createdAt",
    ]);
    expect(items[0]).toMatchObject({
      shipmentNumber: 'Łódź "7"\\ 😀',
      status: "draft",
      originCity: null,
      destCity: null,
      pickupScheduledAt: null,
      deliveryScheduledAt: null,
    });
    expect(items.slice(1).map((item) => item.mode)).toEqual(shipmentModes.toReversed());
    expect(answer.body).not.toMatch(/hidden/i);
  });

  test("pages through 500 equal creation times show each row once, newest id first", async () => {
    const tenant = await newTenant();
    const createdAt = "2026-03-01T12:00:00.000Z";
    const ids = Array.from({ length: 500 }, () => randomUUID());
    for (const id of ids) tenant.shipment({ id, createdAt });
    await writer.flush();
    const seen: string[] = [];
    for (let url: string | undefined = "/api/v1/shipments?limit=37"; url !== undefined;) {
      const answer: LightMyRequestResponse = await get(url, tenant.apiKey);
      seen.push(...itemsOf(answer).map((item) => item.id));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(ids.toSorted().toReversed());
  });

  test("filters by exact status, and pages within the filter", async () => {
    const tenant = await newTenant();
    for (let n = 0; n < 9; n += 1) {
      const id = tenant.shipment();
      if (n % 3 === 0) tenant.scan(id, { eventType: "departure" });
    }
    await writer.flush();
    const moving = await get("/api/v1/shipments?status=in_transit&limit=2", tenant.apiKey);
    expect(itemsOf(moving).map((item) => item.status)).toEqual(["in_transit", "in_transit"]);
    expect(moving.headers.link).toBe(
      '</api/v1/shipments?limit=2&offset=2&status=in_transit>; rel="next"',
    );
    const last = await get("/api/v1/shipments?status=in_transit&limit=2&offset=2", tenant.apiKey);
    expect(itemsOf(last)).toHaveLength(1);
    expect(last.headers.link).toBe(
      '</api/v1/shipments?limit=2&offset=0&status=in_transit>; rel="prev"',
    );
    const none = await get("/api/v1/shipments?status=cancelled", tenant.apiKey);
    expect([none.body, none.headers.link]).toEqual(["[]", undefined]);
  });

  test.each(["customers", "invoices"])("a tenant without %s gets an empty array", async (list) => {
    const { apiKey } = await newTenant();
    const answer = await get(`/api/v1/${list}`, apiKey);
    expect([answer.statusCode, answer.body]).toEqual([200, "[]"]);
    expect(answer.headers).toMatchObject({ "cache-control": "private, no-cache" });
  });
});

describe("GET /v1/shipments/:id", () => {
  test("answers the item and its timeline, newest first, equal times by recording order", async () => {
    const tenant = await newTenant();
    const id = tenant.shipment();
    const at = (text: string) => text as Instant;
    tenant.scan(id, { eventType: "departure", eventAt: at("2026-02-02T08:00:00.000Z") });
    tenant.scan(id, { eventType: "pickup", eventAt: at("2026-02-01T08:00:00.000Z") });
    tenant.scan(id, { eventType: "arrival", eventAt: at("2026-02-02T08:00:00.000Z") });
    await writer.flush();
    const answer = await get(`/api/v1/shipments/${id}`, tenant.apiKey);
    const shipment = shipmentDetailSchema.parse(answer.json());
    expect(shipment.status).toBe("in_transit");
    expect(shipment.tracking.map((entry) => [entry.eventType, entry.status])).toEqual([
      ["arrival", "in_transit"],
      ["departure", "in_transit"],
      ["pickup", "picked_up"],
    ]);
    const { tracking: _tracking, ...item } = shipment;
    const list = await get("/api/v1/shipments", tenant.apiKey);
    expect(itemsOf(list)).toEqual([item]);
  });

  test("an id in upper case finds the same shipment", async () => {
    const tenant = await newTenant();
    const id = tenant.shipment();
    await writer.flush();
    const lower = await get(`/api/v1/shipments/${id}`, tenant.apiKey);
    const upper = await get(`/api/v1/shipments/${id.toUpperCase()}`, tenant.apiKey);
    expect([upper.statusCode, upper.body]).toEqual([200, lower.body]);
  });
});

describe("tenants", () => {
  test("see nothing of each other by any path, filter or token", async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, newTenant));
    const ids = new Map<string, ShipmentId[]>();
    for (const [index, tenant] of tenants.entries()) {
      const own = Array.from({ length: 5 + index }, () => tenant.shipment());
      tenant.scan(own[0] ?? ("" as ShipmentId), { eventType: "departure" });
      ids.set(tenant.apiKey, own);
    }
    await writer.flush();
    for (const { apiKey } of tenants) {
      const own = ids.get(apiKey) ?? [];
      for (const query of ["", "?status=draft", "?status=in_transit", "?offset=1&limit=200"]) {
        const seen = itemsOf(await get(`/api/v1/shipments${query}`, apiKey));
        expect(seen.filter((item) => !own.includes(item.id as ShipmentId))).toEqual([]);
      }
      for (const [other, foreign] of ids) {
        for (const id of other === apiKey ? [] : foreign) {
          const answer = await get(`/api/v1/shipments/${id}`, apiKey);
          expect([answer.statusCode, answer.body]).toEqual([404, '{"error":"Not found"}']);
        }
      }
      expect(itemsOf(await get("/api/v1/shipments?limit=200", apiKey))).toHaveLength(own.length);
    }
  });

  test("a key stops working when it is revoked, expires, or its tenant is deactivated", async () => {
    const tenant = await newTenant();
    const revoked = tenant.key();
    const expiring = tenant.key(new Date(Date.now() + 500).toISOString());
    const shared = tenant.share(tenant.shipment());
    await writer.flush();
    const works = async (key: string) => (await get("/api/v1/shipments", key)).statusCode === 200;
    expect(await Promise.all([revoked.key, expiring.key, tenant.apiKey].map(works))).toEqual([
      true,
      true,
      true,
    ]);
    tenant.revoke(revoked.keyId);
    await writer.flush();
    expect(await works(revoked.key)).toBe(false);
    await expect.poll(() => works(expiring.key)).toBe(false);
    expect((await get(`/api/track/${shared}`)).statusCode).toBe(200);
    tenant.deactivate();
    await writer.flush();
    expect(await works(tenant.apiKey)).toBe(false);
    const gone = await get(`/api/track/${shared}`);
    expect([gone.statusCode, gone.body]).toEqual([404, '{"error":"Not found"}']);
  });
});

describe("GET /track/:token", () => {
  test("answers the public view and nothing else", async () => {
    const tenant = await newTenant();
    const id = tenant.shipment();
    tenant.scan(id, { description: "At the door", internalNote: "hidden" });
    const token = tenant.share(id);
    await writer.flush();
    const answer = await get(`/api/track/${token}`);
    const view = publicTrackingSchema.parse(answer.json());
    expect(view.events).toMatchObject([{ eventType: "pickup", description: "At the door" }]);
    expect(answer.body).not.toContain(id);
    expect(answer.body).not.toMatch(/hidden/i);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
    expect(answer.headers.vary).toBeUndefined();
  });

  test("malformed, unknown and inactive tokens get the same bytes", async () => {
    const tenant = await newTenant();
    const token = tenant.share(tenant.shipment());
    tenant.deactivate();
    await writer.flush();
    const answers = await Promise.all(
      ["x", "%zz", "%00", "a/b", "A".repeat(43), token].map((text) => get(`/api/track/${text}`)),
    );
    const shown = answers.map(({ statusCode, body, headers }) => {
      const { date: _date, "x-request-id": _id, ...rest } = headers;
      return JSON.stringify([statusCode, body, rest]);
    });
    expect(new Set(shown).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(404);
  });
});

describe("conditional requests", () => {
  test("an unchanged answer is 304 with the same headers and no body; a changed one is sent", async () => {
    const tenant = await newTenant();
    const id = tenant.shipment();
    for (let n = 0; n < 3; n += 1) tenant.shipment();
    const token = tenant.share(id);
    await writer.flush();
    const urls = [
      "/api/v1/shipments?limit=2&offset=1",
      `/api/v1/shipments/${id}`,
      `/api/track/${token}`,
    ];
    for (const [day, url] of urls.entries()) {
      const first = await get(url, tenant.apiKey);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
      for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const again = await get(url, tenant.apiKey, { "if-none-match": condition });
        expect([again.statusCode, again.body]).toEqual([304, ""]);
        const kept = ["etag", "cache-control", "vary", "link", "referrer-policy"] as const;
        for (const name of kept) expect(again.headers[name]).toBe(first.headers[name]);
      }
      const eventAt = `2026-04-0${String(day + 1)}T00:00:00.000Z` as Instant;
      tenant.scan(id, { eventType: "departure", eventAt });
      tenant.shipment();
      await writer.flush();
      const changed = await get(url, tenant.apiKey, { "if-none-match": etag });
      expect(changed.statusCode).toBe(200);
      expect(changed.headers.etag).not.toBe(etag);
    }
  });

  test("HEAD answers as GET does, without the body", async () => {
    const tenant = await newTenant();
    tenant.shipment();
    await writer.flush();
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    const got = await get("/api/v1/shipments", tenant.apiKey);
    const head = await app.inject({ method: "HEAD", url: "/api/v1/shipments", headers });
    const without = ({ date: _d, "x-request-id": _i, ...rest }: Record<string, unknown>) => rest;
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect(without(head.headers)).toEqual(without(got.headers));
  });
});

describe("freshness", () => {
  test("X-Min-Position waits until the position is applied", async () => {
    const tenant = await newTenant();
    const id = tenant.shipment();
    const wanted = writer.position();
    const pending = get(`/api/v1/shipments/${id}`, tenant.apiKey, { "x-min-position": wanted });
    await writer.flush();
    const answer = await pending;
    expect([answer.statusCode, answer.headers["x-applied-position"]]).toEqual([200, wanted]);
  });

  test("a key can be waited for with the position of its own creation", async () => {
    const tenant = buildTenant(writer);
    const { key } = tenant.key();
    const pending = get("/api/v1/shipments", key, { "x-min-position": writer.position() });
    await writer.flush();
    expect((await pending).statusCode).toBe(200);
  });

  test("when the time is up the answer tells how far the read model is", async () => {
    const tenant = await newTenant();
    const applied = writer.position();
    const started = performance.now();
    const answer = await get("/api/v1/shipments", tenant.apiKey, { "x-min-position": "7.999999" });
    expect(performance.now() - started).toBeGreaterThan(290);
    expect([answer.statusCode, answer.headers["x-applied-position"]]).toEqual([200, applied]);
    const other = await get("/api/v1/shipments", tenant.apiKey, { "x-min-position": "8.1" });
    expect(other.headers["x-applied-position"]).toBe("8.0");
  });

  test("a malformed position is a 400 that names the header", async () => {
    const { apiKey } = await newTenant();
    const answer = await get("/api/v1/shipments", apiKey, { "x-min-position": "7" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ error: expect.stringContaining("X-Min-Position") as string });
  });
});

describe("logs", () => {
  test("hold one line per request with the route's pattern, and neither tokens nor keys", async () => {
    const tenant = await newTenant();
    const token = tenant.share(tenant.shipment());
    await writer.flush();
    const requestId = `log-test.${randomUUID()}`;
    await get(`/api/track/${token}?secret=${token}`, tenant.apiKey, { "x-request-id": requestId });
    await get(`/api/track/${token}/%zz`, tenant.apiKey);
    const line = log.split("\n").find((one) => one.includes(requestId)) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      msg: "request answered",
      method: "GET",
      route: "/api/track/:token",
      status: 200,
      requestId,
    });
    expect(log).not.toContain(token);
    expect(log).not.toContain(tenant.apiKey);
  });
});
