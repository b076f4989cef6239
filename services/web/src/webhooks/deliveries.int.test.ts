import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { attemptPhases, Queue } from "./fixtures/queue.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
let queue: Queue;
let endpointId: string;

beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
});
afterAll(() => web.close());
beforeEach(async () => {
  const made = await admin.call("POST /api/webhook-endpoints", {
    url: "https://hooks.example.com",
  });
  endpointId = made.body.id;
  return async () => void (await admin.call(`DELETE /api/webhook-endpoints/${endpointId}`));
});

const at = (more: object = {}) => ({ tenantId: company.tenantId, endpointId, ...more });
const list = async (query = "") =>
  (await admin.call(`GET /api/webhook-endpoints/${endpointId}/deliveries${query}`)).body;
const deliveryOf = async (id: string) =>
  (await admin.call(`GET /api/webhook-deliveries/${id}`)).body;
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

describe("the list of deliveries", () => {
  test("has open and finished ones, newest first, and pages through them", async () => {
    const made: string[] = [];
    for (let age = 0; age < 12; age += 1) {
      const put = at({ ageSeconds: age * 60 });
      made.push(
        (age % 2 === 0
          ? await queue.open(put)
          : await queue.finished({ ...put, state: "delivered" })
        ).id,
      );
    }
    expect(idsOf(await list())).toEqual(made);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await list(
        `?limit=5&cursor=${cursor}`,
      );
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(made);
  });

  test("shows one state when it is asked to", async () => {
    const ids = new Map<string, string>();
    ids.set("waiting", (await queue.open(at())).id);
    ids.set("sending", (await queue.open(at({ leasedUntil: "now() + interval '9 s'" }))).id);
    for (const state of ["delivered", "dead", "superseded", "cancelled"] as const) {
      ids.set(state, (await queue.finished({ ...at(), state })).id);
    }
    for (const [state, id] of ids) {
      const { items } = await list(`?state=${state}`);
      expect(items.map((one: { id: string; state: string }) => [one.id, one.state])).toEqual([
        [id, state],
      ]);
    }
    expect((await list("?state=")).items).toHaveLength(6);
    const wrong = await admin.call(
      `GET /api/webhook-endpoints/${endpointId}/deliveries?state=lost`,
    );
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      expect.stringMatching(/^state: must be/),
    ]);
  });

  test("says of each what it is about, and nothing of other endpoints", async () => {
    const other = await admin.call("POST /api/webhook-endpoints", { url: "https://b.example.com" });
    await queue.open({ ...at(), endpointId: other.body.id });
    const { id, messageId } = await queue.finished({
      ...at({ attempts: 12, sequence: 7 }),
      state: "dead",
    });
    expect((await list()).items).toEqual([
      {
        id,
        endpointId,
        state: "dead",
        kind: "event",
        messageId,
        eventType: "shipment.status_changed",
        shipmentId: expect.any(String),
        sequence: 7,
        attemptsMade: 12,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
        reason: "A reason.",
        dueAt: null,
        waiting: null,
      },
    ]);
  });
});

describe("a delivery", () => {
  test("has its body and its attempts, with the receiver's words made readable", async () => {
    const { id } = await queue.open(at({ attempts: 2, dueAt: "now() + interval '30 s'" }));
    const attempt = { ...at(), deliveryId: id };
    await queue.attempt({
      ...attempt,
      number: 1,
      outcome: "failed",
      status: 500,
      errorClass: "status",
      hint: "The receiver answered 500.",
      excerpt: Buffer.from([0x6f, 0x00, 0xff, 0xc3, 0xa4, 0xe2, 0x82]),
    });
    await queue.attempt({ ...attempt, number: 2, outcome: "throttled", status: 429 });
    await queue.attempt({ ...attempt, number: 3, outcome: null });
    const delivery = await deliveryOf(id);
    expect(delivery.body).toBe('{"a":1}');
    expect(delivery.attempts).toEqual([
      {
        number: 1,
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
        outcome: "failed",
        status: 500,
        errorClass: "status",
        hint: "The receiver answered 500.",
        phases: attemptPhases,
        excerpt: "o\u0000\ufffdä\ufffd",
        quickRetries: 0,
      },
      expect.objectContaining({
        number: 2,
        hint: "The receiver answered 429: it asks for fewer messages or a pause.",
        excerpt: null,
      }),
      expect.objectContaining({
        number: 3,
        finishedAt: null,
        outcome: null,
        phases: null,
        hint: expect.stringMatching(/^It is under way, or its worker stopped/),
      }),
    ]);
  });

  test("counts in the endpoint's share of successes and latency of the day", async () => {
    const { id } = await queue.open(at({ dueAt: "now() - interval '90 s'" }));
    const attempt = { ...at(), deliveryId: id };
    for (const [number, outcome] of ["delivered", "failed", "delivered", "delivered"].entries()) {
      await queue.attempt({ ...attempt, number, outcome });
    }
    await queue.attempt({ ...attempt, number: 9, outcome: null });
    const { health } = (await admin.call(`GET /api/webhook-endpoints/${endpointId}`)).body;
    expect(health.lastDay).toEqual({
      attempts: 4,
      delivered: 3,
      successShare: 0.75,
      latencyMs: { p50: 40, p95: 40 },
    });
    expect(Date.now() - Date.parse(health.oldestDueAt)).toBeGreaterThan(89_000);
  });
});

describe("a replay", () => {
  const replay = (id: string) => admin.call(`POST /api/webhook-deliveries/${id}/replay`);

  test.each(["delivered", "dead", "superseded", "cancelled"] as const)(
    "of a %s one sends the same message again, ahead of its lane",
    async (state) => {
      const { id, messageId } = await queue.finished({ ...at(), state });
      const answer = await replay(id);
      expect(answer.status).toBe(202);
      expect(answer.body.deliveryId).not.toBe(id);
      expect(await deliveryOf(answer.body.deliveryId)).toMatchObject({
        kind: "replay",
        state: "waiting",
        messageId,
        attemptsMade: 0,
        waiting: { code: "due" },
      });
      expect(await deliveryOf(id)).toMatchObject({ state });
      expect((await replay(id)).body).toEqual(answer.body);
      expect(await queue.nextLook(endpointId)).toBeLessThanOrEqual(0);
    },
  );

  test("of a waiting one makes it due at once", async () => {
    const { id } = await queue.open(at({ attempts: 3, dueAt: "now() + interval '2 h'" }));
    const answer = await replay(id);
    expect([answer.status, answer.body]).toEqual([202, { deliveryId: id }]);
    expect(await deliveryOf(id)).toMatchObject({ attemptsMade: 3, waiting: { code: "due" } });
  });

  test("of one that is being sent changes nothing", async () => {
    const { id } = await queue.open(at({ leasedUntil: "now() + interval '9 s'" }));
    expect((await replay(id)).body).toEqual({ deliveryId: id });
    expect(await deliveryOf(id)).toMatchObject({ state: "sending" });
  });

  test("of a disabled endpoint's is refused; that of a paused one waits", async () => {
    const { id } = await queue.finished({ ...at(), state: "dead" });
    await admin.call(`POST /api/webhook-endpoints/${endpointId}/pause`);
    const { deliveryId } = (await replay(id)).body;
    expect(await deliveryOf(deliveryId)).toMatchObject({ waiting: { code: "endpoint_paused" } });
    await queue.disable(endpointId, "gone");
    const refused = await replay(id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "The endpoint is disabled: enable it first.",
    ]);
  });

  test("ten times at once puts one into the queue", async () => {
    const { id } = await queue.finished({ ...at(), state: "dead" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => replay(id)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(await queue.waiting(endpointId)).toHaveLength(1);
  });

  test("of a message that is not kept any more is refused", async () => {
    const { id, messageId } = await queue.finished({ ...at(), state: "dead" });
    await web.db
      .pool("admin")
      .query({ text: "delete from hooks.messages where id = $1", values: [messageId] });
    const answer = await replay(id);
    expect([answer.status, answer.body.error]).toEqual([409, "Its message is not kept any more."]);
    expect(await deliveryOf(id)).toMatchObject({ body: null, eventType: null });
  });
});

describe("a delivery that waits says why", () => {
  const why = async (id: string) => (await deliveryOf(id)).waiting;

  test("an earlier event of the same shipment is in retry, is being sent, or comes first", async () => {
    const shipmentId = crypto.randomUUID();
    const lane = (more: object) => at({ shipmentId, ...more });
    const head = await queue.open(
      lane({ sequence: 4, attempts: 2, dueAt: "now() + interval '1 h'" }),
    );
    const { id } = await queue.open(lane({ sequence: 5, blocked: true }));
    const retry = await why(id);
    expect(retry).toMatchObject({
      code: "earlier_event",
      until: (await deliveryOf(head.id)).dueAt,
    });
    expect(retry.sentence).toMatch(
      /^An earlier event of the same shipment \(sequence 4\) is in retry: its attempt 3 is made at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
    );
    const set = (columns: string) =>
      web.db.pool("admin").query({
        text: `update hooks.deliveries set ${columns} where id = $1`,
        values: [head.id],
      });
    await set("claim_id = gen_random_uuid(), leased_until = now() + interval '9 s'");
    expect((await why(id)).sentence).toMatch(/\(sequence 4\) is being sent\.$/);
    await set("claim_id = null, attempts = 0, due_at = now()");
    expect((await why(id)).sentence).toMatch(/\(sequence 4\) is to be sent first\.$/);
  });

  test("its own next attempt is not due, or it is", async () => {
    const later = await queue.open(at({ attempts: 1, dueAt: "'2099-01-02T03:04:05Z'" }));
    expect(await why(later.id)).toEqual({
      code: "retry",
      sentence: "Attempt 2 is made at 2099-01-02T03:04:05Z.",
      until: "2099-01-02T03:04:05.000Z",
    });
    const { id } = await queue.open(at());
    expect(await why(id)).toMatchObject({ code: "due", until: null });
  });

  test.each([
    [
      "paused_until = '2099-01-02T03:04:05Z'",
      "retry_after",
      /Retry-After.*before 2099-01-02T03:04:05Z/,
    ],
    [
      "breaker = 'open', retry_at = '2099-01-02T03:04:05Z'",
      "breaker_open",
      /breaker is open.*tried at 2099-01-02T03:04:05Z/,
    ],
    ["breaker = 'half_open'", "breaker_half_open", /half open: another delivery is tried first/],
    ["ramp_slots = 1", "slots_taken", /^Other deliveries of the endpoint are under way/],
  ])("the endpoint is held back by %s", async (health, code, sentence) => {
    const { id } = await queue.open(at());
    await queue.open(at({ leasedUntil: "now() + interval '9 s'" }));
    await queue.health(endpointId, health);
    expect(await why(id)).toMatchObject({ code, sentence: expect.stringMatching(sentence) });
  });

  test("the endpoint is paused or disabled, whatever else there is", async () => {
    const { id } = await queue.open(at({ blocked: true }));
    await queue.health(endpointId, "paused_until = now() + interval '1 h'");
    await admin.call(`POST /api/webhook-endpoints/${endpointId}/pause`);
    expect(await why(id)).toMatchObject({ code: "endpoint_paused", until: null });
    await queue.disable(endpointId, "failing");
    expect(await why(id)).toMatchObject({ code: "endpoint_disabled" });
  });

  test("it is being sent, until its worker's lease ends", async () => {
    const sending = await queue.open(at({ leasedUntil: "now() + interval '9 s'" }));
    expect(await why(sending.id)).toMatchObject({ code: "under_way" });
    const lost = await queue.open(at({ leasedUntil: "now() - interval '1 s'" }));
    expect(await deliveryOf(lost.id)).toMatchObject({ state: "waiting", waiting: { code: "due" } });
  });

  test("in the list as well", async () => {
    await queue.open(at());
    await queue.finished({ ...at({ ageSeconds: 9 }), state: "delivered" });
    const codes = (await list()).items.map(
      (one: { waiting: { code: string } | null }) => one.waiting?.code,
    );
    expect(codes).toEqual(["due", undefined]);
  });
});
