import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { Queue } from "./fixtures/queue.ts";

const addresses = new Map([
  ["hooks.example.com", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]],
  ["inner.example.com", ["10.0.0.7"]],
  ["mixed.example.com", ["93.184.215.14", "192.168.0.1"]],
]);

let web: WebFixture;
let company: Company;
let admin: Client;
let queue: Queue;

beforeAll(async () => {
  web = await startFixture({
    webhooks: {
      resolve: async (host) => {
        if (host === "silent.example.com") throw new Error("no answer");
        return addresses.get(host) ?? [];
      },
    },
  });
  company = await web.company();
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
});
afterAll(() => web.close());

const url = "https://hooks.example.com/in?key=in-the-address";

async function make(body: object = {}): Promise<{ id: string; secret: string; version: number }> {
  const answer = await admin.call("POST /api/webhook-endpoints", { url, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const read = async (id: string) => (await admin.call(`GET /api/webhook-endpoints/${id}`)).body;

async function auditOf(id: string): Promise<{ action: string; details: object; text: string }[]> {
  const { body } = await admin.call(`GET /api/audit-log?subjectId=${id}`);
  return body.items.map((line: { action: string; details: object }) => ({
    action: line.action,
    details: line.details,
    text: JSON.stringify(line),
  }));
}

describe("a new endpoint", () => {
  test("is answered whole, with its secret once", async () => {
    const answer = await admin.call("POST /api/webhook-endpoints", {
      url,
      description: " Stock system ",
      eventTypes: ["shipment.status_changed", "shipment.status_changed"],
      headers: { "X-Api-Key": "value-of-the-header" },
      ordering: "latest",
    });
    expect(answer.status).toBe(201);
    const { secret, ...endpoint } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.any(String),
      url,
      description: "Stock system",
      eventTypes: ["shipment.status_changed"],
      headers: { "X-Api-Key": "••••••••" },
      ordering: "latest",
      state: "active",
      stateReason: null,
      stateSentence: null,
      stateChangedAt: endpoint.createdAt,
      previousSecretUntil: null,
      createdAt: expect.any(String),
      updatedAt: endpoint.createdAt,
      version: 1,
      health: {
        breaker: "closed",
        breakerRetryAt: null,
        failuresInRow: 0,
        pausedUntil: null,
        failingSince: null,
        failingAttempts: 0,
        lastSuccessAt: null,
        lastFailureAt: null,
        waiting: 0,
        oldestDueAt: null,
        lastDay: {
          attempts: 0,
          delivered: 0,
          successShare: null,
          latencyMs: { p50: null, p95: null },
        },
      },
    });
    expect(await read(endpoint.id)).toEqual(endpoint);
    const list = await admin.call("GET /api/webhook-endpoints");
    expect(list.body.items[0]).toEqual(endpoint);
  });

  test("takes every type and keeps the order unless it is told otherwise", async () => {
    expect(await make()).toMatchObject({ eventTypes: [], ordering: "ordered", headers: {} });
  });

  test.each([
    ["not a url", "url: This is not a complete URL such as https://example.com/webhooks."],
    ["http://hooks.example.com", "url: The URL must begin with https://."],
    ["https://hooks.example.com:444", "url: This port is not allowed; use 443 or 8443."],
    ["https://user@hooks.example.com", /^url: The URL must not contain a user name/],
    ["https://127.0.0.1/", /^url: The host has no public internet address/],
    ["https://[::ffff:10.0.0.1]/", /^url: The host has no public internet address/],
    ["https://inner.example.com/", /^url: The host has no public internet address/],
    ["https://mixed.example.com/", /^url: The host has no public internet address/],
    ["https://unknown.example.com/", /^url: The host has no public internet address/],
    ["https://silent.example.com/", "url: The name servers of the host gave no answer."],
    [`https://hooks.example.com/${"x".repeat(2048)}`, /^url: The URL is longer than 2048/],
  ])("is refused at %s, and so is the change to it", async (bad, error) => {
    const { id } = await make();
    const expected = typeof error === "string" ? error : expect.stringMatching(error);
    for (const route of ["POST /api/webhook-endpoints", `PATCH /api/webhook-endpoints/${id}`]) {
      const answer = await admin.call(route, { url: bad });
      expect([answer.status, answer.body]).toEqual([400, { error: expected }]);
    }
    expect(await read(id)).toMatchObject({ url, version: 1 });
    await admin.call(`DELETE /api/webhook-endpoints/${id}`);
  });

  test.each([
    [{ Host: "a" }, /^headers.Host: This header is set by the service/],
    [{ "webhook-id": "a" }, /^headers.webhook-id: This header is set by the service/],
    [{ "X A": "a" }, /^headers.X A: A header name consists of/],
    [{ "X-A": "a\r\nX-B: b" }, /^headers.X-A: A header value must be printable/],
    [{ "X-A": "a", "x-a": "b" }, /^headers.x-a: Each header can be given once/],
    [{ "X-A": null }, /^headers.X-A: must be text/],
    [
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`X-${String(n)}`, "a"])),
      /^headers: An endpoint can have at most 10 headers/,
    ],
  ])("is refused with the headers %j", async (headers, error) => {
    const answer = await admin.call("POST /api/webhook-endpoints", { url, headers });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(error)]);
  });

  test("is refused once a company has 50, also when two come at once", async () => {
    const other = await (await web.company("Many Hooks")).as("admin");
    const answers = await Promise.all(
      Array.from({ length: 53 }, () => other.call("POST /api/webhook-endpoints", { url })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body.error).toBe("There are 50 endpoints, as many as may be: delete one.");
    expect((await other.call("GET /api/webhook-endpoints")).body.items).toHaveLength(50);
  });
});

describe("a change", () => {
  test("sets what it names, and can be repeated", async () => {
    const { id } = await make({ description: "before" });
    const change = { description: null, ordering: "latest", eventTypes: ["webhook.test"] };
    const first = await admin.call(`PATCH /api/webhook-endpoints/${id}`, change);
    expect(first.body).toMatchObject({ ...change, url, version: 2 });
    const again = await admin.call(`PATCH /api/webhook-endpoints/${id}`, { ...change, version: 1 });
    expect([again.status, again.body.version]).toEqual([200, 2]);
  });

  test("of an older version is refused", async () => {
    const { id } = await make();
    await admin.call(`PATCH /api/webhook-endpoints/${id}`, { description: "other" });
    const late = await admin.call(`PATCH /api/webhook-endpoints/${id}`, {
      description: "mine",
      version: 1,
    });
    expect([late.status, late.body]).toEqual([
      409,
      { error: "The endpoint has changed: it is at version 2, not 1." },
    ]);
  });

  test("of the headers adds, replaces and takes away by name, whatever the case", async () => {
    const { id } = await make({ headers: { "X-One": "1", "X-Two": "2" } });
    const changed = await admin.call(`PATCH /api/webhook-endpoints/${id}`, {
      headers: { "x-one": null, "X-TWO": "3", "X-New": "4" },
    });
    expect(changed.body.headers).toEqual({ "X-TWO": "••••••••", "X-New": "••••••••" });
    const [line] = await auditOf(id);
    expect(line?.details).toMatchObject({
      changes: [{ field: "headers", from: ["X-One", "X-Two"], to: ["X-TWO", "X-New"] }],
    });
  });

  test("of the address forgets what was learned about the old one", async () => {
    const { id } = await make();
    await queue.health(
      id,
      "breaker = 'open', retry_at = now() + interval '1 h', failing_attempts = 3",
    );
    const same = await admin.call(`PATCH /api/webhook-endpoints/${id}`, { description: "x" });
    expect(same.body.health).toMatchObject({ breaker: "open", failingAttempts: 3 });
    const moved = await admin.call(`PATCH /api/webhook-endpoints/${id}`, { url: `${url}2` });
    expect(moved.body.health).toMatchObject({ breaker: "closed", failingAttempts: 0 });
  });
});

describe("a deletion", () => {
  test("cancels what waits, lets go on what is being sent, and leaves deliveries to be read", async () => {
    const { tenantId } = company;
    const { id: endpointId } = await make();
    const waiting = await queue.open({ tenantId, endpointId });
    const sending = await queue.open({
      tenantId,
      endpointId,
      leasedUntil: "now() + interval '20 s'",
    });
    const gone = await admin.call(`DELETE /api/webhook-endpoints/${endpointId}`);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    for (const route of [
      `GET /api/webhook-endpoints/${endpointId}`,
      `GET /api/webhook-endpoints/${endpointId}/deliveries`,
      `DELETE /api/webhook-endpoints/${endpointId}`,
      `POST /api/webhook-endpoints/${endpointId}/test`,
    ]) {
      expect((await admin.call(route)).status, route).toBe(404);
    }
    const cancelled = await admin.call(`GET /api/webhook-deliveries/${waiting.id}`);
    expect(cancelled.body).toMatchObject({
      state: "cancelled",
      reason: "The endpoint was deleted.",
      waiting: null,
    });
    const left = await admin.call(`GET /api/webhook-deliveries/${sending.id}`);
    expect(left.body).toMatchObject({ state: "sending" });
    const replay = await admin.call(`POST /api/webhook-deliveries/${waiting.id}/replay`);
    expect([replay.status, replay.body.error]).toEqual([409, "Its endpoint was deleted."]);
    const { body } = await admin.call("GET /api/webhook-endpoints");
    expect(body.items.map((one: { id: string }) => one.id)).not.toContain(endpointId);
  });

  test("that is asked for ten times at once happens once", async () => {
    const { id } = await make();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(`DELETE /api/webhook-endpoints/${id}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
  });
});

test("a viewer reads what an administrator manages", async () => {
  const { id } = await make();
  const viewer = await company.as("viewer");
  expect(await read(id)).toEqual((await viewer.call(`GET /api/webhook-endpoints/${id}`)).body);
  const refused = await viewer.call(`PATCH /api/webhook-endpoints/${id}`, { description: "x" });
  expect(refused.status).toBe(403);
});

test("secrets are in the answer that made them and nowhere else", async () => {
  const { id, secret } = await make({ headers: { "X-Api-Key": "value-of-the-header" } });
  const rotated = await admin.call(`POST /api/webhook-endpoints/${id}/rotate-secret`);
  const seen = [
    (await admin.call(`GET /api/webhook-endpoints/${id}`)).text,
    (await admin.call("GET /api/webhook-endpoints")).text,
    (await admin.call(`PATCH /api/webhook-endpoints/${id}`, { headers: { "X-Two": "other" } }))
      .text,
    (await admin.call(`POST /api/webhook-endpoints/${id}/pause`)).text,
    (await admin.call(`POST /api/webhook-endpoints/${id}/enable`)).text,
    ...(await auditOf(id)).map((line) => line.text),
    ...web.logLines,
    JSON.stringify(
      (await web.db.pool("admin").query({ text: "select endpoints::text from hooks.endpoints" }))
        .rows,
    ),
  ].join("\n");
  for (const hidden of [secret, rotated.body.secret, "value-of-the-header"]) {
    expect(seen).not.toContain(hidden);
    expect(seen).not.toContain(Buffer.from(hidden).toString("hex"));
  }
  for (const line of await auditOf(id)) expect(line.text).not.toContain("in-the-address");
});

test("each change has its line in the audit log, with the host only", async () => {
  const { id } = await make({ headers: { "X-Api-Key": "a" } });
  await admin.call(`PATCH /api/webhook-endpoints/${id}`, {
    url: "https://hooks.example.com:8443/",
  });
  await admin.call(`POST /api/webhook-endpoints/${id}/rotate-secret`, { overlapHours: 0 });
  await admin.call(`POST /api/webhook-endpoints/${id}/test`);
  await admin.call(`POST /api/webhook-endpoints/${id}/pause`);
  await admin.call(`POST /api/webhook-endpoints/${id}/pause`);
  await admin.call(`POST /api/webhook-endpoints/${id}/enable`, { backlog: "skip" });
  await admin.call(`POST /api/webhook-endpoints/${id}/recover`, { since: "2026-01-01T00:00:00Z" });
  await admin.call(`DELETE /api/webhook-endpoints/${id}`);
  const lines = (await auditOf(id)).toReversed();
  expect(lines.map(({ action }) => action.replace("webhook_endpoint.", ""))).toEqual([
    "created",
    "changed",
    "secret_rotated",
    "tested",
    "paused",
    "enabled",
    "recovered",
    "deleted",
  ]);
  expect(lines[1]?.details).toEqual({
    host: "hooks.example.com:8443",
    changes: [{ field: "url", from: "hooks.example.com", to: "hooks.example.com:8443" }],
  });
  expect(lines[5]?.details).toMatchObject({ was: "manual", waiting: 1, skipped: 1 });
});
