import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPool } from "@shipment-tracking/postgres";
import { describeKafka } from "@shipment-tracking/testing";
import {
  ConsumerTables,
  consumeInto,
  eventOf,
  eventually,
  oneEach,
} from "../engine-harness.contract.ts";
import { streamInPart, streamOf } from "../new-streams.contract.ts";
import { partCount, type RunningConsumer } from "../port.ts";
import { createPostgresEngine } from "../postgres/engine.ts";
import { readPart } from "../read.ts";
import { createKafkaEngine } from "./engine.ts";
import { createKafkaHarness, type KafkaHarness, sendRaw } from "./engine-harness.contract.ts";
import { encodeRecord } from "./record-codec.ts";
import { readLogIdentity } from "../log-identity.ts";

let harness: KafkaHarness;
let tables: ConsumerTables;

beforeEach(async () => {
  harness = await createKafkaHarness();
  tables = new ConsumerTables(harness.pool);
  await tables.create();
});

afterEach(async () => {
  await harness.drop();
});

function applied(count: number): Promise<void> {
  return eventually(async () => {
    expect((await tables.effects()).length).toBe(count);
  }, 20_000);
}

/** Each record exactly once: the tables would refuse a second one, and each part is dense. */
async function expectDense(): Promise<void> {
  const last = new Map<number, number>();
  for (const { part, pos } of await tables.effects()) {
    expect(pos).toBe((last.get(part) ?? 0) + 1);
    last.set(part, pos);
  }
}

async function listening(consumer: RunningConsumer): Promise<void> {
  await eventually(() => {
    expect(consumer.assignment().length).toBe(partCount);
    expect(consumer.source()).toBe("kafka");
  }, 20_000);
}

function streams(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID());
}

/** The messages as the relay would send them. */
async function messagesOf(part: number) {
  const identity = await readLogIdentity(harness.pool);
  const records = await readPart(harness.pool, part, { afterPos: 0, limit: 1_000 });
  return records.map((record) => ({ ...encodeRecord(record, identity) }));
}

describeKafka("the Kafka engine", () => {
  it("reads its records from Kafka and none from the table", async () => {
    const pool = createPool({ url: harness.db.urls.projector, applicationName: "counted" });
    const query = pool.query.bind(pool);
    let blocked = false;
    let asked = 0;
    // as: the overloads of the original; the test counts, blocks and passes on
    pool.query = ((config: { name?: string }) => {
      if (config.name !== "fetch_records" || !blocked) return query(config as never);
      asked += 1;
      return Promise.reject(new Error("the table is blocked"));
    }) as unknown as typeof pool.query;
    const engine = createKafkaEngine({ pool, connection: harness.connection, silenceMs: 15_000 });
    const consumer = await consumeInto(tables, engine);
    await listening(consumer);
    blocked = true;
    const before = consumer.delivered();
    for (let round = 1; round <= 4; round += 1) {
      await harness.append(oneEach(streams(50)));
      await applied(50 * round);
    }
    expect(asked).toBe(0);
    expect(consumer.delivered()).toEqual({ postgres: before.postgres, kafka: before.kafka + 200 });
    expect(consumer.source()).toBe("kafka");
    await engine.close();
    await pool.end();
  });

  it("tells the offsets of what it published, and where each part ends", async () => {
    const streamId = streamInPart(7);
    await harness.appendUnpublished([streamOf(streamId, { count: 5 })]);
    const records = await readPart(harness.pool, 7, { afterPos: 0, limit: 10 });
    const { engine } = harness.relay;
    expect([...(await engine.publish(records))]).toEqual([[7, { first: 0, last: 4 }]]);
    expect([...(await engine.publish(records.slice(3)))]).toEqual([[7, { first: 5, last: 6 }]]);
    expect([...(await engine.publish([]))]).toEqual([]);
    const ends = await engine.ends();
    expect([ends.size, ends.get(7), ends.get(8)]).toEqual([partCount, 7, 0]);
    await engine.ready();
  });

  it("publishes records of all sizes: batches above a request, and one that the topic refuses as a reference", async () => {
    const part = 11;
    const sizes = [400_000, 900_000, 10, 2_000_000, 400_000, 10];
    const payloads = sizes.map((size) => ({ blob: "x".repeat(size) }));
    const received: number[] = [];
    const { engine } = await harness.member();
    const consumer = await consumeInto(tables, engine, {
      handle: async (delivery) => {
        for (const { data } of delivery.batches.flatMap((batch) => batch.records))
          // as: the payloads above
          received.push((data as { blob: string }).blob.length);
        await tables.commit(delivery);
      },
    });
    await listening(consumer);
    await harness.append(payloads.map((data) => eventOf(streamInPart(part), data)));
    await applied(sizes.length);
    expect(received).toEqual(sizes);
    expect((await harness.relay.engine.ends()).get(part)).toBe(sizes.length);
    expect(consumer.delivered().postgres).toBeLessThanOrEqual(sizes.length / 2);
  });

  it("starts in mid-topic behind its position and reads no more than that", async () => {
    await harness.append([streamOf(streamInPart(5), { count: 300 })]);
    const first = await harness.member();
    const firstConsumer = await consumeInto(tables, first.engine);
    await applied(300);
    await firstConsumer.stop();
    const { engine } = await harness.member();
    const consumer = await consumeInto(tables, engine);
    await listening(consumer);
    await harness.append([streamOf(streamInPart(5), { count: 10 })]);
    await applied(310);
    expect(consumer.delivered()).toEqual({ postgres: 0, kafka: 10 });
  });

  describe("ignores in the topic", () => {
    it("records that come twice, swapped, or all over again", async () => {
      const part = 20;
      const streamId = streamInPart(part);
      const { engine } = await harness.member();
      const consumer = await consumeInto(tables, engine);
      await listening(consumer);
      await harness.append([streamOf(streamId, { count: 6 })]);
      await harness.appendUnpublished([streamOf(streamId, { count: 6, expectedVersion: 6 })]);
      const messages = await messagesOf(part);
      const order = [0, 1, 0, 1, 2, 3, 4, 5, 0, 7, 6, 6, 9, 8, 11, 10, ...messages.keys()];
      await sendRaw(
        harness.connection,
        order.flatMap((index) => messages[index] ?? []),
      );
      harness.relay.rewind(part, 12);
      await harness.append([streamOf(streamId, { count: 4, expectedVersion: 12 })]);
      await applied(16);
      await expectDense();
    });

    it("junk, null values, records of another log or in another part, and positions that do not exist", async () => {
      const part = 30;
      const { engine } = await harness.member();
      const consumer = await consumeInto(tables, engine);
      await listening(consumer);
      await harness.append([streamOf(streamInPart(part), { count: 3 })]);
      const [message] = await messagesOf(part);
      if (message === undefined) throw new Error("There is no message");
      const { headers } = message;
      const at = (pos: string) => ({ ...headers, ce_position: pos });
      await sendRaw(harness.connection, [
        { partition: part, value: "junk" },
        { partition: part, value: null },
        { partition: part, value: Buffer.alloc(900_000, 0xff), headers },
        { ...message, value: null, headers: at("4") },
        { ...message, value: "{", headers: at("4") },
        { ...message, headers: { ...at("4"), ce_source: `/logs/${randomUUID()}` } },
        { ...message, headers: { ...at("4"), ce_subject: "nobody" } },
        { ...message, partition: part + 1, headers: at("1") },
        { ...message, headers: at("1000000") },
      ]);
      const healthy = [streamInPart(part), streamInPart(part + 1), streamInPart(part + 2)];
      await harness.append(oneEach(healthy));
      await harness.append(oneEach(healthy.map(() => streamInPart(part))));
      await applied(9);
      await expectDense();
      const streamIds = new Set((await tables.effects()).map((effect) => effect.streamId));
      for (const streamId of healthy) expect(streamIds.has(streamId)).toBe(true);
    });
  });

  it("reads from the table what the topic leaves out", async () => {
    const part = 40;
    const { engine } = await harness.member({ silenceMs: 15_000 });
    const consumer = await consumeInto(tables, engine);
    await listening(consumer);
    await harness.append([streamOf(streamInPart(part), { count: 5 })]);
    await applied(5);
    await harness.appendUnpublished([streamOf(streamInPart(part), { count: 20 })]);
    harness.relay.rewind(part, 25);
    const before = consumer.delivered();
    await harness.append([streamOf(streamInPart(part), { count: 5 })]);
    await applied(30);
    await expectDense();
    expect(consumer.delivered()).toEqual({
      postgres: before.postgres + 20,
      kafka: before.kafka + 5,
    });
  });

  it("reads from the table what no relay publishes, and from Kafka again when one does", async () => {
    const { engine } = await harness.member({ silenceMs: 500 });
    const consumer = await consumeInto(tables, engine);
    await listening(consumer);
    await harness.append(oneEach(streams(30)));
    await applied(30);
    await harness.appendUnpublished(oneEach(streams(30)));
    await applied(60);
    expect(consumer.source()).toBe("postgres");
    await harness.append(oneEach(streams(30)));
    await applied(90);
    await eventually(() => {
      expect(consumer.source()).toBe("kafka");
    });
    const before = consumer.delivered();
    await harness.append(oneEach(streams(30)));
    await applied(120);
    expect(consumer.delivered()).toEqual({ ...before, kafka: before.kafka + 30 });
    await expectDense();
  });

  it("shares its parts with members of the Postgres engine", async () => {
    const kafka = await harness.member();
    const pool = createPool({ url: harness.db.urls.projector, applicationName: "postgres" });
    const postgres = createPostgresEngine({ pool, leaseMs: harness.leaseMs });
    const consumers = [
      await consumeInto(tables, kafka.engine),
      await consumeInto(tables, postgres),
    ];
    await eventually(() => {
      expect(consumers.map((consumer) => consumer.assignment().length)).toEqual([32, 32]);
    });
    await harness.append(oneEach(streams(200)));
    await applied(200);
    await kafka.kill();
    await harness.append(oneEach(streams(200)));
    await applied(400);
    await expectDense();
    await postgres.close();
    await pool.end();
  });
});

describeKafka("the Kafka engine without any broker", () => {
  const nowhere = () => ({ ...harness.connection, brokers: ["127.0.0.1:1"] });

  it("a consumer starts, works from the table, and stops at once", async () => {
    await harness.append(oneEach(streams(20)));
    const { engine } = await harness.member({ connection: nowhere() });
    const consumer = await consumeInto(tables, engine);
    await applied(20);
    await harness.append(oneEach(streams(20)));
    await applied(40);
    expect([consumer.source(), consumer.delivered()]).toEqual([
      "postgres",
      { postgres: 40, kafka: 0 },
    ]);
    const began = performance.now();
    await engine.close();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("publishing and readiness fail soon, with a sentence", async () => {
    await harness.appendUnpublished([streamOf(streamInPart(1))]);
    const records = await readPart(harness.pool, 1, { afterPos: 0, limit: 1 });
    const { engine } = await harness.member({ connection: nowhere() });
    const began = performance.now();
    await expect(engine.ready()).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(1_500);
    await expect(engine.publish(records)).rejects.toThrow("ECONNREFUSED");
    await engine.close();
    await expect(engine.publish(records)).rejects.toThrow("The engine is closed");
  });
});
