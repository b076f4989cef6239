import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  password,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
let dispatcher: Client;

beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
  dispatcher = await company.as("dispatcher");
});
afterAll(async () => {
  await web.close("permission denied for table audit_log");
});

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-03-01T08:00:00Z" };

async function newShipment(body: object = {}): Promise<string> {
  return (await dispatcher.call("POST /api/shipments", { mode: "ftl", ...body })).body.shipment.id;
}

async function linesOf(subjectId: string) {
  return (await admin.call(`GET /api/audit-log?subjectId=${subjectId}`)).body.items;
}

describe("the audit log", () => {
  test("has one line per change of a shipment, with who, what, when, from where", async () => {
    const id = await newShipment({ shipmentNumber: "AUD-1", carrierName: "Old" });
    await dispatcher.call(`PATCH /api/shipments/${id}`, { carrierName: "New" });
    const event = (await dispatcher.call(`POST /api/shipments/${id}/events`, pickup)).body.event;
    await dispatcher.call(`POST /api/shipments/${id}/events`, pickup);
    await dispatcher.call(`POST /api/shipments/${id}/events/${event.id}/void`, { reason: "no" });
    await dispatcher.call(`POST /api/shipments/${id}/cancel`, { reason: "customer" });
    await dispatcher.call(`POST /api/shipments/${id}/reopen`);
    await dispatcher.call(`POST /api/shipments/${id}/share`);
    await dispatcher.call(`POST /api/shipments/${id}/events`, { ...pickup, city: "Thun" });
    await dispatcher.call(`POST /api/shipments/${id}/return`, { reason: "refused" });
    const lines = await linesOf(id.toUpperCase());
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      "shipment.return_started",
      "shipment.tracking_event_recorded",
      "shipment.shared",
      "shipment.reopened",
      "shipment.cancelled",
      "shipment.tracking_event_voided",
      "shipment.tracking_event_recorded",
      "shipment.details_changed",
      "shipment.created",
    ]);
    expect(lines[7]).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: {
        kind: "user",
        id: expect.any(String),
        name: "The dispatcher",
        email: company.emails.dispatcher,
      },
      action: "shipment.details_changed",
      subject: { type: "shipment", id },
      details: {
        shipmentNumber: "AUD-1",
        changes: [{ field: "carrierName", from: "Old", to: "New" }],
        status: "draft",
      },
      address: "127.0.0.1",
    });
    expect(lines[5].details).toMatchObject({ eventId: event.id, reason: "no" });
    expect(lines[4].details).toMatchObject({ reason: "customer", status: "cancelled" });
  });

  test("has a line for a user made with a password, by whoever made it, and none for one refused", async () => {
    const { createUser } = await import("../auth/create-user.ts");
    const actor = { kind: "command_line", id: null } as const;
    const { tenantId } = company;
    const user = { tenantId, email: "made@example.com", name: "Made", role: "viewer" } as const;
    const pool = web.db.pool("web");
    const made = await createUser(pool, { ...user, password, actor });
    if (made.outcome !== "created") throw new Error(made.reason);
    expect((await createUser(pool, { ...user, password })).outcome).toBe("refused");
    const { items } = (await admin.call("GET /api/audit-log?action=user.created")).body;
    const lines = items.filter(
      ({ details }: { details: { email: string } }) => details.email === user.email,
    );
    expect(lines).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: "command_line" }),
        subject: { type: "user", id: made.userId },
        details: { email: "made@example.com", name: "Made", role: "viewer" },
      }),
    ]);
    // the system, when nobody is named
    expect(await linesOf(made.userId)).toHaveLength(1);
    expect(items.length).toBeGreaterThan(4);
  });

  test("keeps no token", async () => {
    const id = await newShipment();
    const { trackingToken } = (await dispatcher.call(`POST /api/shipments/${id}/share`)).body;
    expect(JSON.stringify(await linesOf(id))).not.toContain(trackingToken);
  });

  test("has nothing of a refused command", async () => {
    const id = await newShipment();
    expect((await dispatcher.call(`POST /api/shipments/${id}/return`)).status).toBe(409);
    expect(await linesOf(id)).toHaveLength(1);
  });

  test("has a line per shipment of a bulk command", async () => {
    const ids = [await newShipment(), await newShipment()];
    await dispatcher.call("POST /api/shipments/bulk/events", { shipmentIds: ids, ...pickup });
    for (const id of ids) expect(await linesOf(id)).toHaveLength(2);
  });

  test("has one line of an API key's making and one of its end, without the key", async () => {
    const { id, key } = (await admin.call("POST /api/api-keys", { name: "Scanner" })).body;
    await admin.call(`DELETE /api/api-keys/${id}`);
    await admin.call(`DELETE /api/api-keys/${id}`);
    const lines = await linesOf(id);
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      "api_key.revoked",
      "api_key.created",
    ]);
    expect(JSON.stringify(lines)).toContain("Scanner");
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  test("has one line of an import", async () => {
    const csv = "shipmentNumber,eventType,city,eventAt\nNONE,pickup,Bern,2026-01-01T00:00:00Z\n";
    const answer = await dispatcher.call("POST /api/imports?kind=events", csv, {
      "content-type": "text/csv",
    });
    const { importId } = answer.body;
    expect(await linesOf(importId)).toMatchObject([
      { action: "import.started", details: { kind: "events" }, address: "127.0.0.1" },
    ]);
  });

  test("has the tenant's own beginning, from nowhere", async () => {
    expect(await linesOf(company.tenantId)).toMatchObject([
      {
        actor: { kind: "command_line", id: null, name: null, email: null },
        action: "tenant.created",
        address: null,
      },
    ]);
  });
});

describe("a page of the audit log", () => {
  test("goes on where the last one ended, each line once", async () => {
    const id = await newShipment();
    for (const city of ["A", "B", "C", "D"]) {
      await dispatcher.call(`POST /api/shipments/${id}/events`, { ...pickup, city });
    }
    const whole = await linesOf(id);
    const paged = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await admin.call(`GET /api/audit-log?limit=2&subjectId=${id}&cursor=${cursor}`);
      expect(page.body.items.length).toBeLessThanOrEqual(2);
      paged.push(...page.body.items);
      cursor = page.body.nextCursor;
    }
    expect(whole).toHaveLength(5);
    expect(paged).toEqual(whole);
  });

  test("can be of one action", async () => {
    await newShipment();
    const { items } = (await admin.call("GET /api/audit-log?action=shipment.created")).body;
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map((line: { action: string }) => line.action))).toEqual(
      new Set(["shipment.created"]),
    );
  });

  test("is the own company's", async () => {
    const other = await (await web.company("Other")).as("admin");
    const id = await newShipment();
    expect((await other.call(`GET /api/audit-log?subjectId=${id}`)).body.items).toEqual([]);
  });

  test.each([
    ["cursor=nonsense", "cursor: is not a cursor of this list."],
    ["cursor=WyJzaGlwbWVudHMiLDFd", "cursor: is not a cursor of this list."],
    [`cursor=${"A".repeat(600)}`, "cursor: is not a cursor of this list."],
    ["cursor=a&cursor=b", "cursor: must be text."],
    ["limit=0", "limit: must be a whole number from 1 to 200."],
    ["limit=x", "limit: must be a whole number from 1 to 200."],
    ["action=%00", "action: must not contain control characters."],
    ["subjectId=%00", "subjectId: must not contain control characters."],
    [`subjectId=${"x".repeat(201)}`, "subjectId: must be at most 200 characters long."],
  ])("is refused with %s", async (query, error) => {
    const answer = await admin.call(`GET /api/audit-log?${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

test("no role that serves requests can change or remove a line", async () => {
  for (const text of [
    "update write.audit_log set action = 'x'",
    "delete from write.audit_log",
    "truncate write.audit_log",
  ]) {
    await expect(web.db.pool("web").query({ text })).rejects.toMatchObject({ code: "42501" });
  }
});

test("a shipment's trail tells its readers who did what, and addresses to administrators only", async () => {
  const id = await newShipment();
  const viewer = await company.as("viewer");
  const seen = (await viewer.call(`GET /api/shipments/${id}`)).body.auditTrail;
  expect(seen).toMatchObject([
    { action: "shipment.created", actor: { kind: "user", name: "The dispatcher" } },
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/127\.0\.0\.1|@example\.com/);
  const whole = (await admin.call(`GET /api/shipments/${id}`)).body.auditTrail;
  expect(whole).toMatchObject([
    { address: "127.0.0.1", actor: { email: company.emails.dispatcher } },
  ]);
});
