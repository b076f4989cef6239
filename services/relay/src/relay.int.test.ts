import { configureFailpoints } from "@shipment-tracking/failpoints";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryTopic } from "./fixtures/memory-topic.ts";
import { appendStreams, headsOf } from "./fixtures/write-log.ts";
import { moveRelayPositions } from "./positions/move-relay-positions.ts";
import { readRelayPositions } from "./positions/read-relay-positions.ts";
import { type Relay, startRelay } from "./start-relay.ts";

let db: TestDatabase;
let topic: MemoryTopic;
let lines: Record<string, unknown>[];
const running: Relay[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  topic = new MemoryTopic();
  lines = [];
});

afterEach(async () => {
  configureFailpoints({});
  await Promise.all(running.splice(0).map((relay) => relay.stop()));
  expect(await db.serverErrors()).toEqual([]);
  await db.drop();
});

async function start(to = topic): Promise<Relay> {
  const write = (line: string): void =>
    void lines.push(JSON.parse(line) as Record<string, unknown>);
  const relay = await startRelay({
    connection: { brokers: [], topic: to.name, ssl: false, sasl: null },
    publisher: to.publisher(),
    pool: db.pool("relay"),
    log: createLogger({ service: "relay", level: "debug", destination: { write } }),
    leaseMs: 1_000,
    compareEveryMs: 50,
  });
  running.push(relay);
  return relay;
}

/** Waits until every position up to the heads is in the topic and is known to be there. */
async function expectPublished(to = topic): Promise<void> {
  const heads = await headsOf(db);
  const missing = async (): Promise<unknown> => {
    const rows = await readRelayPositions(db.pool("relay"), [...heads.keys()]);
    const known = new Map(rows.map((row) => [row.part, row.pos]));
    return [...heads].filter(([part, head]) => {
      const there = new Set(to.positions(part));
      return there.size < head || known.get(part) !== head;
    });
  };
  await expect.poll(missing, { timeout: 15_000 }).toEqual([]);
}

/** What a reader sees that starts at the first offset: nothing may come before its predecessor. */
function expectOrder(): void {
  for (let part = 0; part < 64; part += 1) {
    let last = 0;
    for (const pos of topic.positions(part)) {
      expect(pos).toBeLessThanOrEqual(last + 1);
      last = Math.max(last, pos);
    }
  }
}

test("what was appended before the start and while writers compete comes once, in the order of its part", async () => {
  await appendStreams(db, 100, 2);
  const relay = await start();
  const writers = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await appendStreams(db, 5, 2);
      relay.wake();
    }
  });
  await Promise.all(writers);
  await expectPublished();
  expectOrder();
  expect(topic.records()).toHaveLength(1_000);
});

test("a backlog of 10,000 events goes in requests of up to 2,000", async () => {
  for (let turn = 0; turn < 10; turn += 1) await appendStreams(db, 500, 2);
  await start();
  await expectPublished();
  expectOrder();
  expect(topic.records()).toHaveLength(10_000);
  expect(Math.max(...topic.requests)).toBeLessThanOrEqual(2_000);
  expect(topic.requests.length).toBeLessThan(30);
});

test("two relays share the parts, and one that stops leaves its parts to the other", async () => {
  const one = await start();
  const other = await start();
  const shares = () => [one.assignment().length, other.assignment().length];
  await expect.poll(shares, { timeout: 10_000 }).toEqual([32, 32]);
  await appendStreams(db, 200, 2);
  await expectPublished();
  await one.stop();
  await appendStreams(db, 200, 2);
  await expectPublished();
  expectOrder();
  expect(topic.records()).toHaveLength(800);
});

describe("a doubt ends in publishing again, never in a loss:", () => {
  test.each(["relay.before-publish", "relay.after-ack", "relay.after-position"])(
    "a failure at %s",
    async (name) => {
      configureFailpoints({ FAILPOINTS: `${name}=throw:2` });
      await start();
      for (let turn = 0; turn < 4; turn += 1) {
        await appendStreams(db, 50);
        await expectPublished();
      }
      expectOrder();
      const extra = topic.records().length - 200;
      if (name === "relay.after-ack") expect(extra).toBeGreaterThan(0);
      else expect(extra).toBe(0);
    },
  );

  test("brokers that are away, at the start and later, are waited for at a bounded noise", async () => {
    topic.be("down");
    await appendStreams(db, 20);
    const relay = await start();
    await expect.poll(() => relay.ready().catch(String)).toMatch(/No broker/);
    await expect.poll(() => lines.filter(({ level }) => level === "warn").length).toBe(1);
    topic.be("up");
    await expectPublished();
    topic.be("down");
    await appendStreams(db, 20);
    await expect.poll(() => lines.filter(({ level }) => level === "warn").length).toBe(1);
    topic.be("up");
    await expectPublished();
    expect(topic.records()).toHaveLength(40);
    expect(lines.map(({ msg }) => msg)).toContain("the log is published again");
  });

  test("a relay whose brokers hang stops at once, and the next one publishes what it held", async () => {
    const relay = await start();
    await appendStreams(db, 10);
    await expectPublished();
    topic.be("hanging");
    await appendStreams(db, 10);
    await expect.poll(() => relay.delivered().postgres).toBe(20);
    const startedAt = performance.now();
    await relay.stop();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    topic.be("up");
    await start();
    await expectPublished();
  });
});

describe("the topic is filled again from the log", () => {
  beforeEach(async () => {
    await appendStreams(db, 300);
    await start();
    await expectPublished();
  });

  test("when it vanished, without a new event", async () => {
    topic.vanish();
    await expectPublished();
    expectOrder();
    expect(topic.records()).toHaveLength(300);
  });

  test("when its newest records are lost, from before the lost ones on", async () => {
    topic.loseNewest(2);
    await expectPublished();
    expectOrder();
    expect(topic.records()).toHaveLength(300);
    expect(lines.map(({ msg }) => msg)).toContain(
      "records are missing from the topic, publishing them again",
    );
  });

  test("when it vanished and new events came first", async () => {
    configureFailpoints({});
    topic.vanish();
    await appendStreams(db, 300);
    await expectPublished();
  });

  test("when another topic is set", async () => {
    await running[0]?.stop();
    const other = new MemoryTopic("other");
    await start(other);
    await expectPublished(other);
    expect(other.records()).toHaveLength(300);
    expect(topic.records()).toHaveLength(300);
  });

  test("when the log got a new identity, also without a new start", async () => {
    await db.pool("admin").query({ text: "update write.log_identity set id = gen_random_uuid()" });
    await expect.poll(() => topic.records().length, { timeout: 10_000 }).toBe(600);
    await expectPublished();
  });
});

test("a relay that lost the part to a later one changes nothing any more", async () => {
  const pool = db.pool("relay");
  await appendStreams(db, 1);
  const relay = await start();
  await expectPublished();
  await relay.stop();
  const [[part, head] = [0, 0]] = await headsOf(db);
  const [before] = await readRelayPositions(pool, [part]);
  if (before === undefined) throw new Error("The part has no position");
  const move = (epoch: number) => ({ from: before, to: { ...before, pos: head + 1, epoch } });
  const later = { ...before, pos: head, epoch: before.epoch + 2 };
  const moved = await moveRelayPositions(pool, [{ from: before, to: later }], { published: true });
  expect(moved).toEqual([part]);
  for (const epoch of [before.epoch, before.epoch + 1, before.epoch + 3]) {
    expect(await moveRelayPositions(pool, [move(epoch)], { published: true })).toEqual([]);
  }
  const lower = { from: later, to: { ...later, pos: head + 1, epoch: before.epoch + 1 } };
  expect(await moveRelayPositions(pool, [lower], { published: true })).toEqual([]);
  expect(await readRelayPositions(pool, [part])).toEqual([later]);
});

test("the relay's role reads the log and writes its positions, nothing else", async () => {
  const pool = db.pool("relay");
  for (const text of [
    "insert into write.event_log (part) values (1)",
    "update write.log_head set pos = 0",
    "update write.log_identity set id = gen_random_uuid()",
    "delete from write.relay_positions",
    "select id from write.users",
    "select tenant_id from read.tenants",
  ]) {
    await expect(pool.query({ text }), text).rejects.toThrow("permission denied");
  }
  // asked for above
  expect(await db.serverErrors()).toHaveLength(6);
  await db.drop();
  db = await createTestDatabase();
});
