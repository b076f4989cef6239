import { randomBytes } from "node:crypto";
import { hashTrackingToken, parsePosition } from "@shipment-tracking/contracts";
import { readStream } from "@shipment-tracking/event-log";
import { ConfigurationError, createLogger } from "@shipment-tracking/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWeb } from "../app.ts";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve, type WebServer } from "../fixtures/web-server.ts";

let web: WebFixture;
let company: Company;
let client: Client;
let server: WebServer;
beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  client = await company.as("dispatcher");
  server = await serve(web.app);
});
afterAll(async () => {
  await server.stop();
  await web.close();
});

async function newShipment(): Promise<{ id: string; path: string }> {
  const answer = await client.call("POST /api/shipments", { mode: "parcel" });
  const { id } = answer.body.shipment;
  return { id, path: `/api/shipments/${id}` };
}

test("50 parallel first calls get one token, and one event carries its hash", async () => {
  const { id, path } = await newShipment();
  const viewer = await company.as("viewer");
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => server.post(`${path}/share`, viewer.cookie)),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
  const tokens = new Set(answers.map((answer) => answer.body.trackingToken));
  expect(tokens.size).toBe(1);
  const [token] = [...tokens];
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(answers[0]?.body).toEqual({
    trackingToken: token,
    trackingUrl: `http://tracking.test/track/${token}`,
  });
  const records = await readStream(web.db.pool("web"), id);
  expect(records.map((record) => record.type)).toEqual(["shipment.created", "shipment.shared"]);
  expect(records[1]?.data).toMatchObject({ tokenHash: hashTrackingToken(token) });
  const positions = new Set(answers.map((answer) => answer.header("x-position")));
  expect([...positions]).toEqual([`${String(records[1]?.part)}.${String(records[1]?.pos)}`]);
});

test("the token stands nowhere in the database and in no log line", async () => {
  const { path } = await newShipment();
  const { trackingToken } = (await client.call(`POST ${path}/share`)).body;
  const { rows } = await web.db.pool("admin").query({
    text: `
      select t::text, encode(t.token_ciphertext, 'escape') as ciphertext from write.tracking_tokens t
      union all
      select e::text, '' from write.event_log e`,
  });
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toContain(trackingToken);
  expect(web.logLines.join("")).not.toContain(trackingToken);
});

test("a cancelled shipment can be shared, with an empty body or none; the token never changes", async () => {
  const { path } = await newShipment();
  await client.call(`POST ${path}/cancel`);
  const first = await client.call(`POST ${path}/share`, {});
  const second = await client.call(`POST ${path}/share`, "", {
    "content-type": "application/json",
  });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  const bad = await client.call(`POST ${path}/share`, { days: 3 });
  expect([bad.status, bad.body]).toEqual([400, { error: "days: is not a known field." }]);
  const { shipment } = (await client.call(`GET ${path}`)).body;
  expect(shipment).toMatchObject({ shared: true, version: 3 });
});

test("the answer waits until the read model has applied the event, but not longer than two seconds", async () => {
  const still = await startFixture();
  try {
    const theirs = await (await still.company()).as("admin");
    const { id } = (await theirs.call("POST /api/shipments", { mode: "air" })).body.shipment;
    await still.stopFollowing();
    const started = performance.now();
    let answered = false;
    const share = theirs.call(`POST /api/shipments/${id}/share`).finally(() => {
      answered = true;
    });
    const events = () => readStream(still.db.pool("web"), id);
    await expect.poll(async () => (await events()).length).toBe(2);
    expect(answered).toBe(false);
    const [, shared] = await events();
    await still.db.pool("projector").query({
      text: `
        insert into read.positions (consumer, part, pos) values ('projector', $1, $2)
        on conflict (consumer, part) do update set pos = excluded.pos`,
      values: [shared?.part, shared?.pos],
    });
    const answer = await share;
    expect(answer.status).toBe(200);
    expect(parsePosition(answer.header("x-position") ?? "")).toEqual({
      part: shared?.part,
      pos: shared?.pos,
    });
    expect(performance.now() - started).toBeLessThan(1_900);

    const { id: next } = (await theirs.call("POST /api/shipments", { mode: "air" })).body.shipment;
    const before = performance.now();
    const late = await theirs.call(`POST /api/shipments/${next}/share`);
    expect(late.status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(1_900);
  } finally {
    await still.close();
  }
});

test("start is refused with a sentence when the database was used with other keys, and allowed with rotated ones", async () => {
  const start = async (secrets: readonly { id: string; key: Buffer }[]) => {
    const app = buildWeb({
      pool: web.db.pool("web"),
      log: createLogger({ service: "web", level: "silent" }),
      publicUrl: "http://tracking.test",
      secrets,
      fetchTracking: async () => ({ status: 404, body: "" }),
    });
    try {
      await app.ready();
    } finally {
      await app.close();
    }
  };
  const other = { id: "test", key: randomBytes(32) };
  await expect(start([other])).rejects.toThrow(ConfigurationError);
  await expect(start([other])).rejects.toThrow(
    /^SECRET_KEYS has another key under the name "test"/,
  );
  await expect(start([{ id: "new", key: randomBytes(32) }])).rejects.toThrow(
    /^SECRET_KEYS lacks the key "test"/,
  );
  await web.db
    .pool("admin")
    .query({ text: "delete from write.encryption_keys where key_id = 'new'" });
});
