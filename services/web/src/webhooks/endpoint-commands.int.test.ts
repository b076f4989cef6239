import { createSecretBox } from "@shipment-tracking/secrets";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve, type WebServer } from "../fixtures/web-server.ts";
import { Queue } from "./fixtures/queue.ts";

const key = { id: "test", key: randomBytes(32) };
const box = createSecretBox([key]);

let web: WebFixture;
let server: WebServer;
let company: Company;
let admin: Client;
let queue: Queue;
let endpointId: string;
let firstSecret: string;
let address = "93.184.215.14";
let woken = 0;

beforeAll(async () => {
  web = await startFixture({
    secrets: [key],
    webhooks: {
      resolve: async () => [address],
      wakeDispatch: () => {
        woken += 1;
      },
    },
  });
  server = await serve(web.app);
  company = await web.company();
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
});
afterAll(async () => {
  await server.stop();
  await web.close();
});
beforeEach(async () => {
  address = "93.184.215.14";
  const made = await admin.call("POST /api/webhook-endpoints", {
    url: "https://hooks.example.com/in",
  });
  endpointId = made.body.id;
  firstSecret = made.body.secret;
  return async () => void (await admin.call(`DELETE /api/webhook-endpoints/${endpointId}`));
});

const command = (name: string, body?: object) =>
  admin.call(`POST /api/webhook-endpoints/${endpointId}/${name}`, body);
const put = (more: object = {}) => queue.open({ tenantId: company.tenantId, endpointId, ...more });
const deliveryOf = async (id: string) =>
  (await admin.call(`GET /api/webhook-deliveries/${id}`)).body;

/** The secrets that sign now, the newest first. */
async function signing(): Promise<string[]> {
  const { rows } = await web.db.pool("admin").query<{ key_id: string; ciphertext: Buffer }>({
    text: `
      select secret_key_id as key_id, secret_ciphertext as ciphertext, 1 as place from hooks.endpoints where id = $1
      union all
      select previous_secret_key_id, previous_secret_ciphertext, 2 from hooks.endpoints
      where id = $1 and previous_secret_until > now()
      order by place`,
    values: [endpointId],
  });
  return rows.map(({ key_id: keyId, ciphertext }) =>
    box.open({ keyId, ciphertext }, `webhook-endpoint:${endpointId}:secret`),
  );
}

describe("rotating the secret", () => {
  test("lets the old one sign as well for a day, or as long as it is told", async () => {
    const rotated = await command("rotate-secret");
    expect(rotated.status).toBe(200);
    expect(await signing()).toEqual([rotated.body.secret, firstSecret]);
    const hours = (Date.parse(rotated.body.previousSecretUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    const again = await command("rotate-secret", { overlapHours: 168 });
    expect(await signing()).toEqual([again.body.secret, rotated.body.secret]);
  });

  test("ends the old one at once when it is told to", async () => {
    const rotated = await command("rotate-secret", { overlapHours: 0 });
    expect(rotated.body).toEqual({ secret: expect.any(String), previousSecretUntil: null });
    expect(await signing()).toEqual([rotated.body.secret]);
  });

  test("twice at the same time makes two secrets, and both sign", async () => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        server.post(`/api/webhook-endpoints/${endpointId}/rotate-secret`, admin.cookie, {}),
      ),
    );
    const secrets = answers.map(({ body }) => body.secret);
    expect(new Set([...secrets, firstSecret]).size).toBe(3);
    expect(new Set(await signing())).toEqual(new Set(secrets));
    expect((await admin.call(`GET /api/webhook-endpoints/${endpointId}`)).body.version).toBe(3);
  });

  test("with the same Idempotency-Key answers the same secret and rotates once", async () => {
    const route = `POST /api/webhook-endpoints/${endpointId}/rotate-secret`;
    const headers = { "idempotency-key": "rotate-1" };
    const first = await admin.call(route, {}, headers);
    const again = await admin.call(route, {}, headers);
    expect(again.body).toEqual(first.body);
    expect(await signing()).toEqual([first.body.secret, firstSecret]);
    const { rows } = await web.db.pool("admin").query<{ stored: string }>({
      text: "select string_agg(idempotency_keys::text, '') as stored from write.idempotency_keys",
    });
    expect(rows[0]?.stored).not.toContain(first.body.secret);
  });

  test.each([-1, 169, 1.5, "1"])("refuses an overlap of %j hours", async (overlapHours) => {
    const answer = await command("rotate-secret", { overlapHours });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringMatching(/^overlapHours: /),
    ]);
  });
});

describe("a test message", () => {
  test("is put before everything else, and a worker of this process is woken", async () => {
    await put();
    const before = woken;
    const answer = await command("test");
    expect([answer.status, Object.keys(answer.body)]).toEqual([202, ["deliveryId"]]);
    expect(woken).toBe(before + 1);
    const [first] = await queue.waiting(endpointId);
    expect(first).toMatchObject({ id: answer.body.deliveryId, kind: "test", due: true });
    expect(await queue.nextLook(endpointId)).toBeLessThanOrEqual(0);
    const delivery = await deliveryOf(answer.body.deliveryId);
    expect(delivery).toMatchObject({
      kind: "test",
      state: "waiting",
      eventType: "webhook.test",
      shipmentId: null,
      waiting: { code: "due" },
    });
    expect(JSON.parse(delivery.body)).toEqual({
      type: "webhook.test",
      timestamp: expect.any(String),
      data: { endpointId, text: expect.any(String) },
    });
  });

  test("is one at a time", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        server.post(`/api/webhook-endpoints/${endpointId}/test`, admin.cookie, {}),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.deliveryId)).size).toBe(1);
    expect(await queue.waiting(endpointId)).toHaveLength(1);
  });

  test("is refused when the address has become unsafe: nothing is queued", async () => {
    address = "10.0.0.1";
    const answer = await command("test");
    expect([answer.status, answer.body.error]).toEqual([
      409,
      "url: The host has no public internet address that webhooks can be sent to.",
    ]);
    expect(await queue.waiting(endpointId)).toEqual([]);
  });

  test("is refused while the endpoint is paused", async () => {
    await command("pause");
    const answer = await command("test");
    expect([answer.status, answer.body.error]).toEqual([
      409,
      "The endpoint is paused: enable it first.",
    ]);
  });
});

describe("pausing and enabling", () => {
  test("pausing holds what is due, can be repeated, and ends without questions when nothing waits", async () => {
    const paused = await command("pause");
    expect(paused.body).toMatchObject({
      state: "paused",
      stateReason: "manual",
      stateSentence: "A user paused it: messages wait until it is enabled.",
      version: 2,
    });
    expect((await command("pause")).body.version).toBe(2);
    expect((await command("enable")).body).toMatchObject({
      state: "active",
      stateReason: null,
      version: 3,
    });
  });

  test("a disabled endpoint cannot be paused", async () => {
    await queue.disable(endpointId, "gone");
    const answer = await command("pause");
    expect([answer.status, answer.body.error]).toEqual([
      409,
      "The endpoint is disabled: nothing is sent to it.",
    ]);
  });

  test("enabling asks what becomes of the messages that wait", async () => {
    await put();
    await queue.disable(endpointId, "failing");
    const one = await command("enable");
    expect([one.status, one.body.error]).toEqual([
      409,
      "backlog: 1 message waits: say deliver or skip.",
    ]);
    await put();
    expect((await command("enable", {})).body.error).toMatch(/^backlog: 2 messages wait/);
    expect((await admin.call(`GET /api/webhook-endpoints/${endpointId}`)).body.state).toBe(
      "disabled",
    );
  });

  test("delivering the backlog makes all of it due, and forgets the failures", async () => {
    await put({ dueAt: "now() + interval '5 h'", attempts: 8 });
    await put();
    await queue.health(
      endpointId,
      `breaker = 'open', retry_at = now() + interval '1 h', opened_times = 3, failures_in_row = 2,
       paused_until = now() + interval '2 h', failing_since = now() - interval '5 d', failing_attempts = 20,
       next_look_at = 'infinity'`,
    );
    await queue.disable(endpointId, "failing");
    const answer = await command("enable", { backlog: "deliver" });
    expect(answer.body).toMatchObject({
      state: "active",
      health: {
        breaker: "closed",
        breakerRetryAt: null,
        failuresInRow: 0,
        pausedUntil: null,
        failingSince: null,
        failingAttempts: 0,
        waiting: 2,
      },
    });
    expect((await queue.waiting(endpointId)).every(({ due }) => due)).toBe(true);
    expect(await queue.nextLook(endpointId)).toBeLessThanOrEqual(0);
  });

  test("skipping the backlog ends it as cancelled, except what is being sent", async () => {
    const waiting = await put();
    const sending = await put({ leasedUntil: "now() + interval '20 s'" });
    await command("pause");
    const answer = await command("enable", { backlog: "skip" });
    expect(answer.body).toMatchObject({ state: "active", health: { waiting: 1 } });
    expect(await deliveryOf(waiting.id)).toMatchObject({
      state: "cancelled",
      reason: "It was skipped when the endpoint was enabled.",
    });
    expect(await deliveryOf(sending.id)).toMatchObject({ state: "sending" });
  });

  test("an active endpoint is tried again at once when it is enabled, and its backlog can be skipped", async () => {
    await put();
    await queue.health(endpointId, "breaker = 'open', retry_at = now() + interval '1 h'");
    const answer = await command("enable");
    expect(answer.body).toMatchObject({ version: 1, health: { breaker: "closed", waiting: 1 } });
    expect((await command("enable", { backlog: "skip" })).body.health.waiting).toBe(0);
  });
});

describe("recovering a time", () => {
  const hour = 3_600;
  beforeEach(async () => {
    await web.db.pool("admin").query({ text: "delete from hooks.messages" });
  });

  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

  test("queues what was not delivered, oldest first and behind live traffic, under its old id", async () => {
    const { tenantId } = company;
    const at = { tenantId, endpointId };
    const dead = await queue.finished({ ...at, state: "dead", ageSeconds: 3 * hour });
    const cancelled = await queue.finished({ ...at, state: "cancelled", ageSeconds: 2 * hour });
    const superseded = await queue.finished({ ...at, state: "superseded", ageSeconds: hour });
    await queue.finished({ ...at, state: "delivered", ageSeconds: hour });
    await queue.finished({ ...at, state: "dead", ageSeconds: 10 * hour });
    const live = await put();
    const answer = await command("recover", { since: ago(5 * hour) });
    expect([answer.status, answer.body]).toEqual([202, { queued: 3, nextSince: null }]);
    const waiting = await queue.waiting(endpointId);
    expect(waiting.map(({ messageId, kind }) => [messageId, kind])).toEqual([
      [live.messageId, "event"],
      [dead.messageId, "replay"],
      [cancelled.messageId, "replay"],
      [superseded.messageId, "replay"],
    ]);
    expect(waiting.every(({ due }) => due)).toBe(true);
    expect((await command("recover", { since: ago(5 * hour) })).body.queued).toBe(0);
  });

  test("takes what was delivered too when it is asked to, and ends before `until`", async () => {
    const at = { tenantId: company.tenantId, endpointId };
    const early = await queue.finished({ ...at, state: "delivered", ageSeconds: 4 * hour });
    await queue.finished({ ...at, state: "delivered", ageSeconds: 2 * hour });
    const answer = await command("recover", {
      since: ago(5 * hour),
      until: ago(3 * hour),
      includeDelivered: true,
    });
    expect(answer.body).toEqual({ queued: 1, nextSince: null });
    expect((await queue.waiting(endpointId))[0]?.messageId).toBe(early.messageId);
  });

  test("takes what came while the endpoint was disabled, and nothing of another company", async () => {
    const stranger = await web.company("Stranger");
    const missed = await queue.message(company.tenantId, { ageSeconds: 2 * hour });
    await queue.message(stranger.tenantId, { ageSeconds: 2 * hour });
    const range = { since: ago(3 * hour) };
    expect((await command("recover", range)).body.queued).toBe(1);
    expect((await queue.waiting(endpointId)).map((one) => one.messageId)).toEqual([missed]);
  });

  test("is refused while the endpoint is disabled", async () => {
    await queue.disable(endpointId, "gone");
    expect((await command("recover", { since: ago(hour) })).status).toBe(409);
  });

  test.each([
    [{}, "since: is required."],
    [{ since: "2999-01-01T00:00:00Z" }, "since: must lie in the past."],
    [
      { since: "2026-02-02T00:00:00Z", until: "2026-02-01T00:00:00Z" },
      "since: must lie before until.",
    ],
  ])("refuses the range %j", async (range, error) => {
    const answer = await command("recover", range);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});
