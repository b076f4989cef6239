import { randomUUID } from "node:crypto";
import { appendEvents, createPostgresEngine, partOf } from "@shipment-tracking/event-log";
import { inTransaction } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { webhooksConsumer } from "@shipment-tracking/webhooks-service";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Check } from "./doctor/check.ts";
import { type Ran, runTracking } from "./fixtures/run-tracking.ts";

const tenantId = randomUUID();
const at = "2026-03-01T10:00:00.000Z";

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
});

function tracking(...args: readonly string[]): Promise<Ran> {
  return runTracking(args, {
    DATA_DIR: "/nowhere",
    DATABASE_URL: db.urls.admin,
    WEBHOOKS_DATABASE_URL: db.urls.webhooks,
  });
}

async function rows(text: string, values: readonly unknown[] = []): Promise<readonly object[]> {
  const result = await db.pool("admin").query<object>({ text, values: [...values] });
  return result.rows;
}

/** Puts a shipment into the log: created, and then with these statuses; `null` is an event that nobody can read. */
async function shipment(...statuses: readonly (string | null)[]): Promise<string> {
  const streamId = randomUUID();
  const data = [
    creation(streamId),
    ...statuses.map((status, n) => change(status, statuses[n - 1])),
  ];
  const events = data.map((each, n) => ({
    id: randomUUID(),
    type: n === 0 ? "shipment.created" : "shipment.tracking_event_recorded",
    schemaVersion: 1,
    data: each,
    occurredAt: at,
    recordedAt: at,
    actor: { kind: "system" as const, id: null },
    traceparent: null,
  }));
  const stream = { tenantId, streamId, expectedVersion: 0, events };
  await inTransaction(db.pool("web"), (tx) => appendEvents(tx, [stream]));
  return streamId;
}

function creation(shipmentId: string): object {
  const details = {
    shipmentNumber: "N-1",
    mode: "ftl",
    customerId: null,
    carrierName: null,
    references: [],
    origin: null,
    destination: null,
    pickupScheduledAt: null,
    deliveryScheduledAt: null,
    internalNotes: null,
  };
  const status = { status: "draft", previousStatus: null, statusChanged: false, restated: [] };
  return { shipmentId, createdAt: at, details, ...status };
}

function change(status: string | null, before: string | null | undefined): object {
  if (status === null) return { entry: "of a version to come" };
  const entry = {
    eventId: randomUUID(),
    eventType: status,
    status,
    city: "Bern",
    eventAt: at,
    description: null,
    internalNote: null,
    externalId: null,
  };
  return { entry, status, previousStatus: before ?? "draft", statusChanged: true, restated: [] };
}

/** As the worker parks a shipment at an event, having ingested its part. */
async function park(streamId: string, pos: number, ingested: number): Promise<void> {
  await rows("insert into hooks.positions (part, pos) values ($1, $2)", [
    partOf(streamId),
    ingested,
  ]);
  await rows(
    `insert into hooks.parked_streams (stream_id, tenant_id, part, pos, event_type, error)
     values ($1, $2, $3, $4, 'shipment.created', 'planted')`,
    [streamId, tenantId, partOf(streamId), pos],
  );
}

async function endpoint(state = "active"): Promise<string> {
  const id = randomUUID();
  await rows(
    `insert into hooks.endpoints (id, tenant_id, url, ordering, secret_key_id, secret_ciphertext, state, state_changed_at)
     values ($1, $2, 'https://hooks.example.com', 'ordered', 'k', '', $3, now() - interval '1 day')`,
    [id, tenantId, state],
  );
  await rows("insert into hooks.endpoint_health (endpoint_id, tenant_id) values ($1, $2)", [
    id,
    tenantId,
  ]);
  return id;
}

const parkedFlag = ["--consumer", "webhooks"];

describe("tracking parked and unpark --consumer webhooks", { timeout: 120_000 }, () => {
  test("list a shipment that sends nothing, and queue what it missed, in order", async () => {
    const endpointId = await endpoint();
    const none = await tracking("parked", ...parkedFlag);
    expect(none).toEqual({ code: 0, out: "No stream is parked.\n", err: "" });
    const id = await shipment("in_transit", "delivered");
    await park(id, 1, 3);
    const parked = await tracking("parked", ...parkedFlag);
    expect(parked).toMatchObject({ code: 2, err: "" });
    expect(parked.out).toMatch(
      new RegExp(`^${id}  since \\d{4}-.*Z  shipment\\.created at \\d+\\.1: planted\\n$`),
    );
    const json = await tracking("parked", "--json", ...parkedFlag);
    expect(JSON.parse(json.out)).toMatchObject({ consumer: "webhooks", streamId: id, tenantId });
    // the projector has parked nothing
    expect((await tracking("unpark", id)).code).toBe(1);
    const unparked = await tracking("unpark", id.toUpperCase(), ...parkedFlag);
    expect([unparked.code, unparked.err]).toEqual([0, ""]);
    expect(unparked.out.toLowerCase()).toBe(`${id} flows again, 3 events applied\n`);
    expect((await tracking("parked", ...parkedFlag)).code).toBe(0);
    const queued = await rows(
      "select sequence, blocked from hooks.deliveries where endpoint_id = $1 order by sequence",
      [endpointId],
    );
    expect(queued).toEqual([
      { sequence: 2, blocked: false },
      { sequence: 3, blocked: true },
    ]);
  });

  test("say that a shipment waits again, with what came before sent", async () => {
    const endpointId = await endpoint();
    const id = await shipment("in_transit", null, "delivered");
    await park(id, 1, 4);
    const again = await tracking("unpark", id, ...parkedFlag);
    expect([again.code, again.err]).toEqual([2, ""]);
    expect(again.out).toMatch(
      new RegExp(`^${id} is parked again at ${String(partOf(id))}\\.3, 2 events applied: `),
    );
    expect((await tracking("parked", ...parkedFlag)).code).toBe(2);
    const queued = await rows("select sequence from hooks.deliveries where endpoint_id = $1", [
      endpointId,
    ]);
    expect(queued).toEqual([{ sequence: 2 }]);
  });

  test("name the right command when there is no such shipment, and no such consumer", async () => {
    const unknown = randomUUID();
    expect(await tracking("unpark", unknown, ...parkedFlag)).toEqual({
      code: 1,
      out: "",
      err: `No stream ${unknown} is parked: \`tracking parked --consumer webhooks\` lists those that are.\n`,
    });
    const wrong = await tracking("parked", "--consumer", "mails");
    expect([wrong.code, wrong.out]).toEqual([1, ""]);
    expect(wrong.err).toMatch(/projector.*webhooks/);
  });
});

describe("tracking doctor about webhooks", { timeout: 120_000 }, () => {
  async function doctor(): Promise<ReadonlyMap<string, Check>> {
    const ran = await tracking("doctor", "--json");
    expect(ran.err).toBe("");
    const { checks } = JSON.parse(ran.out) as { readonly checks: readonly Check[] };
    return new Map(checks.map((check) => [check.name, check]));
  }

  async function delivery(endpointId: string, dueSecondsAgo: number): Promise<void> {
    await rows(
      `insert into hooks.deliveries (
         id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at
       )
       values (
         gen_random_uuid(), $1, $2, gen_random_uuid(), now(), gen_random_uuid(), 2, 'event',
         now() - $3 * interval '1 s'
       )`,
      [endpointId, tenantId, dueSecondsAgo],
    );
  }

  test("sees whether a worker runs, and how far behind the log it is", async () => {
    await shipment("in_transit");
    const without = await doctor();
    expect(without.get("webhooks_heartbeat")).toMatchObject({
      status: "fail",
      message: "No webhook worker is registered.",
      remedy: expect.stringMatching(/^Start the service /),
    });
    expect(without.get("webhooks_lag")?.message).toMatch(
      /^2 events are not turned into webhooks yet /,
    );
    const engine = createPostgresEngine({
      pool: db.pool("webhooks"),
      log: createLogger({ service: "test", level: "silent" }),
    });
    const worker = await engine.consume({
      consumer: webhooksConsumer,
      positions: (parts) => Promise.resolve(new Map(parts.map((part) => [part, 2]))),
      handle: () => Promise.resolve(),
    });
    await vi.waitFor(() => expect(worker.assignment()).toHaveLength(64));
    expect((await doctor()).get("webhooks_heartbeat")).toMatchObject({
      status: "ok",
      remedy: null,
    });
    await worker.stop();
    await engine.close();
  });

  test("names shipments that send nothing, and the commands that help", async () => {
    const id = await shipment("in_transit");
    await park(id, 2, 2);
    expect((await doctor()).get("webhooks_lag")).toMatchObject({
      status: "warn",
      message: "1 shipment sends no webhooks because of an event that could not be read.",
      remedy: expect.stringContaining("tracking unpark --consumer webhooks"),
    });
    const unparked = await tracking("unpark", id, ...parkedFlag);
    expect(unparked.code).toBe(0);
    expect((await doctor()).get("webhooks_lag")).toMatchObject({
      status: "ok",
      message: "Every event has become its webhooks.",
    });
  });

  /** The doctor's words about the queue, with the number in place of a time that lies between what the database says before and after. */
  async function queue(since: string): Promise<Pick<Check, "status" | "message" | "remedy">> {
    const age = async () => {
      const [row] = await rows(`select extract(epoch from now() - (${since}))::float8 as age`);
      // as: the only column
      return (row as { readonly age: number }).age;
    };
    const before = await age();
    const check = (await doctor()).get("webhooks_queue");
    const after = await age();
    if (check === undefined) throw new Error("the doctor did not look at the queue");
    const { status, remedy } = check;
    // shown with one decimal
    const isRight = (seconds: number) => seconds >= before - 0.06 && seconds <= after + 0.06;
    const message = check.message.replaceAll(/\d+\.\d(?= s\b)/g, (text) =>
      isRight(Number(text)) ? "AGE" : text,
    );
    return { status, message, remedy };
  }

  test("judges the queue by what could be sent, not by what endpoints hold back", async () => {
    expect(await queue("now()")).toEqual({
      status: "ok",
      message: "0 deliveries are open.",
      remedy: null,
    });
    const held = "endpoints that fail or are paused have held some back, for AGE s at most.";
    await delivery(await endpoint("paused"), 7_200);
    const oldest = "select min(due_at) from hooks.deliveries";
    expect(await queue(oldest)).toEqual({
      status: "ok",
      message: `1 delivery is open; ${held}`,
      remedy: null,
    });
    const active = await endpoint();
    await delivery(active, 90);
    await rows("delete from hooks.deliveries where endpoint_id <> $1", [active]);
    const late =
      "1 delivery is open, the oldest that could be sent has waited for a worker for AGE s.";
    expect(await queue(oldest)).toEqual({
      status: "warn",
      message: late,
      remedy: "Look for errors of the webhook worker in its log; start another one if it is busy.",
    });
    await rows("update hooks.deliveries set due_at = now() - interval '400 s'");
    expect(await queue(oldest)).toMatchObject({ status: "fail", message: late });
    await rows(
      "update hooks.endpoint_health set breaker = 'open', retry_at = now() + interval '1 h'",
    );
    expect(await queue(oldest)).toEqual({
      status: "ok",
      message: `1 delivery is open; ${held}`,
      remedy: null,
    });
    // once it could be sent again its age counts from then
    await rows("update hooks.endpoint_health set retry_at = now() - interval '70 s'");
    const again = await queue("select max(retry_at) from hooks.endpoint_health");
    expect(again.status).toBe("warn");
    expect(again.message).toMatch(
      /^1 delivery is open, the oldest that could be sent has waited for a worker for AGE s; endpoints .* for 3\d\d\.\d s at most\.$/,
    );
  });
});
