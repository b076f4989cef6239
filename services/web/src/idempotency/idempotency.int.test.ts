import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve, type WebServer } from "../fixtures/web-server.ts";
import { removeExpired } from "../housekeeping.ts";

let web: WebFixture;
let company: Company;
let client: Client;
let server: WebServer;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  client = await company.as("admin");
  server = await serve(web.app);
});
afterAll(async () => {
  await server.stop();
  // one test takes a right away on purpose
  await web.close("permission denied");
});

const withKey = (key: string) => ({ "idempotency-key": key });

test("20 parallel requests with one key create one shipment and get the same answer", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.post("/api/shipments", client.cookie, {
        body: { mode: "air" },
        headers: withKey("k-20"),
      }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.header("x-position"))).size).toBe(1);
  expect(answers.filter((answer) => answer.header("idempotent-replayed") === "true")).toHaveLength(
    19,
  );
  const { rows } = await web.db.pool("admin").query<{ n: number }>({
    text: "select count(*) as n from write.shipments",
  });
  expect(rows).toEqual([{ n: 1 }]);
});

test("another body, path or method under the same key is refused with 422", async () => {
  const first = await client.call("POST /api/shipments", { mode: "air" }, withKey("k-422"));
  const path = `/api/shipments/${first.body.shipment.id}`;
  const others = [
    await client.call("POST /api/shipments", { mode: "rail" }, withKey("k-422")),
    await client.call(`POST ${path}/cancel`, { mode: "air" }, withKey("k-422-b")),
    await client.call(`PATCH ${path}`, { mode: "air" }, withKey("k-422")),
  ];
  expect(others.map((answer) => answer.status)).toEqual([422, 400, 422]);
  expect(others[0]?.body).toEqual({ error: "The Idempotency-Key was used with another request." });
});

test("other white space in the body is the same request", async () => {
  const first = await client.call("POST /api/shipments", '{"mode":"air"}', withKey("k-space"));
  const second = await client.call(
    "POST /api/shipments",
    ' { "mode" : "air" } ',
    withKey("k-space"),
  );
  expect(second.body).toEqual(first.body);
  expect(second.header("idempotent-replayed")).toBe("true");
});

test("a refusal is replayed as well, a request that was never understood is not stored", async () => {
  await client.call("POST /api/shipments", { mode: "air", shipmentNumber: "R-1" });
  const body = { mode: "air", shipmentNumber: "R-1" };
  const first = await client.call("POST /api/shipments", body, withKey("k-409"));
  const second = await client.call("POST /api/shipments", body, withKey("k-409"));
  expect([first.status, second.status]).toEqual([409, 409]);
  expect(second.header("idempotent-replayed")).toBe("true");
  expect((await client.call("POST /api/shipments", { mode: "x" }, withKey("k-400"))).status).toBe(
    400,
  );
  expect((await client.call("POST /api/shipments", { mode: "air" }, withKey("k-400"))).status).toBe(
    201,
  );
});

test("a request that fails inside stores nothing and can be repeated", async () => {
  const admin = web.db.pool("admin");
  await admin.query({ text: "revoke update on write.log_head from tracking_web" });
  const failed = await client.call("POST /api/shipments", { mode: "air" }, withKey("k-500"));
  await admin.query({ text: "grant update on write.log_head to tracking_web" });
  expect([failed.status, failed.body]).toEqual([500, { error: "Server error" }]);
  const again = await client.call("POST /api/shipments", { mode: "air" }, withKey("k-500"));
  expect([again.status, again.header("idempotent-replayed")]).toEqual([201, undefined]);
});

test("the same key of another company is another key", async () => {
  const other = await (await web.company("Other")).as("admin");
  const mine = await client.call("POST /api/shipments", { mode: "air" }, withKey("k-shared"));
  const theirs = await other.call("POST /api/shipments", { mode: "air" }, withKey("k-shared"));
  expect(theirs.status).toBe(201);
  expect(theirs.body.shipment.id).not.toBe(mine.body.shipment.id);
  expect(theirs.header("idempotent-replayed")).toBeUndefined();
});

test("a key can be used anew after 24 hours, and expired ones are cleared away", async () => {
  const age = (key: string) =>
    web.db.pool("admin").query({
      text: "update write.idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = $1",
      values: [key],
    });
  const first = await client.call("POST /api/shipments", { mode: "air" }, withKey("k-old"));
  await age("k-old");
  const second = await client.call("POST /api/shipments", { mode: "rail" }, withKey("k-old"));
  expect([second.status, second.body.shipment.mode]).toEqual([201, "rail"]);
  expect(second.body.shipment.id).not.toBe(first.body.shipment.id);
  await age("k-old");
  await removeExpired(web.db.pool("web"));
  const { rows } = await web.db.pool("admin").query({
    text: "select 1 from write.idempotency_keys where key = 'k-old'",
  });
  expect(rows).toEqual([]);
});

test("a stored answer with an API key in it is unreadable in the database, and replayed whole", async () => {
  const body = { name: "poller" };
  const first = await client.call("POST /api/api-keys", body, withKey("k-secret"));
  const second = await client.call("POST /api/api-keys", body, withKey("k-secret"));
  expect(first.body.key).toMatch(/^stk_/);
  expect(second.body).toEqual(first.body);
  const { rows } = await web.db.pool("admin").query<{ row: string; text: string }>({
    text: `
      select k::text as row, encode(k.answer_ciphertext, 'escape') as text
      from write.idempotency_keys k where k.key = 'k-secret'`,
  });
  expect(JSON.stringify(rows)).not.toContain(first.body.key);
  const list = await client.call("GET /api/api-keys");
  expect(list.body.items).toHaveLength(1);
});

test.each(["", "ü", "x".repeat(256)])("the key %j is refused", async (key) => {
  const answer = await client.call("POST /api/shipments", { mode: "air" }, withKey(key));
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: "Idempotency-Key: must be 1 to 255 printable ASCII characters." },
  ]);
});
