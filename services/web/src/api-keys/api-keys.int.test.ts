import { hashApiKey, parseApiKey } from "@shipment-tracking/contracts";
import { readStream } from "@shipment-tracking/event-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
});
afterAll(async () => {
  await web.close();
});

test("a key is shown once, listed without itself, and only its hash is in the log", async () => {
  const created = await admin.call("POST /api/api-keys", {
    name: " Warehouse ",
    expiresAt: "2031-01-01T00:00:00+01:00",
  });
  expect(created.status).toBe(201);
  expect(created.header("x-position")).toMatch(/^\d+\.\d+$/);
  const { id, key } = created.body;
  expect(parseApiKey(key)).not.toBeNull();
  expect(created.body).toEqual({
    id: expect.any(String),
    name: "Warehouse",
    prefix: key.slice(0, 8),
    lastFour: key.slice(-4),
    key,
    createdAt: expect.any(String),
    expiresAt: "2030-12-31T23:00:00.000Z",
  });
  await web.db.pool("usage").query({
    text: "insert into usage.api_key_uses (key_id, last_used_at) values ($1, '2026-01-02T03:04:05Z')",
    values: [id],
  });
  const list = await admin.call("GET /api/api-keys");
  expect(list.text).not.toContain(key);
  expect(list.body.items).toEqual([
    {
      id,
      name: "Warehouse",
      prefix: key.slice(0, 8),
      lastFour: key.slice(-4),
      creator: { id: expect.any(String), name: "The admin" },
      createdAt: created.body.createdAt,
      lastUsedAt: "2026-01-02T03:04:05.000Z",
      expiresAt: "2030-12-31T23:00:00.000Z",
      revokedAt: null,
    },
  ]);
  const [event] = await readStream(web.db.pool("web"), id);
  expect(event).toMatchObject({
    type: "api_key.created",
    data: {
      keyId: id,
      keyHash: hashApiKey(key),
      name: "Warehouse",
      expiresAt: "2030-12-31T23:00:00.000Z",
    },
  });
  expect(web.logLines.join("")).not.toContain(key);
});

test("revoking is final and can be repeated", async () => {
  const { id } = (await admin.call("POST /api/api-keys", { name: "old" })).body;
  const first = await admin.call(`DELETE /api/api-keys/${id.toUpperCase()}`);
  const second = await admin.call(`DELETE /api/api-keys/${id}`);
  expect([first.status, first.text, second.status, second.text]).toEqual([204, "", 204, ""]);
  expect(second.header("x-position")).toMatch(/^\d+\.\d+$/);
  const events = await readStream(web.db.pool("web"), id);
  expect(events.map((event) => event.type)).toEqual(["api_key.created", "api_key.revoked"]);
  const list = await admin.call("GET /api/api-keys");
  const item = list.body.items.find((one: { id: string }) => one.id === id);
  expect(item.revokedAt).toEqual(expect.any(String));
});

test("10 parallel revocations append one event", async () => {
  const { id } = (await admin.call("POST /api/api-keys", { name: "parallel" })).body;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(`DELETE /api/api-keys/${id}`)),
  );
  expect(answers.every((answer) => answer.status === 204)).toBe(true);
  expect(await readStream(web.db.pool("web"), id)).toHaveLength(2);
});

test.each([
  [{}, "name: is required."],
  [{ name: " " }, "name: must not be blank."],
  [{ name: "x".repeat(101) }, "name: must be at most 100 characters long."],
  [{ name: "x", expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt: must lie in the future."],
  [{ name: "x", scope: "write" }, "scope: is not a known field."],
])("creating with %j is refused", async (body, error) => {
  const answer = await admin.call("POST /api/api-keys", body);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test.each(["nonsense", "00000000-0000-4000-8000-000000000000"])(
  "revoking %s is a 404",
  async (id) => {
    const answer = await admin.call(`DELETE /api/api-keys/${id}`);
    expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
  },
);
