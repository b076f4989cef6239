import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describeLocalKafka, type LocalKafka, startLocalKafka } from "@shipment-tracking/testing";
import { ConsumerTables, consumeInto, eventually, oneEach } from "../engine-harness.contract.ts";
import { partCount, type RunningConsumer } from "../port.ts";
import { createKafkaHarness, type KafkaHarness } from "./engine-harness.contract.ts";
import { ensureTopic } from "./ensure-topic.ts";

let kafka: LocalKafka;
let harness: KafkaHarness;
let tables: ConsumerTables;

const patienceMs = 60_000;

function applied(count: number, timeout = patienceMs): Promise<void> {
  return eventually(async () => {
    expect((await tables.effects()).length).toBe(count);
  }, timeout);
}

function readsFrom(consumer: RunningConsumer, source: "kafka" | "postgres"): Promise<void> {
  return eventually(() => {
    expect(consumer.assignment().length).toBe(partCount);
    expect(consumer.source()).toBe(source);
  }, patienceMs);
}

function events(count: number) {
  return oneEach(Array.from({ length: count }, () => randomUUID()));
}

/** Publishes until it works, as a relay does, and proves that records come from Kafka alone again; each effect once. */
async function expectReturn(consumer: RunningConsumer, before: number): Promise<void> {
  await eventually(() => harness.relay.publishNews(), patienceMs);
  let total = before;
  await eventually(async () => {
    const delivered = consumer.delivered();
    await harness.append(events(partCount * 2));
    total += partCount * 2;
    await applied(total);
    expect(consumer.delivered()).toEqual({ ...delivered, kafka: delivered.kafka + partCount * 2 });
    expect(consumer.source()).toBe("kafka");
  }, patienceMs);
}

describeLocalKafka("when Kafka is lost, a consumer reads the table within 2 s and returns:", () => {
  beforeAll(async () => {
    kafka = await startLocalKafka();
  });

  afterAll(async () => {
    await kafka.stop();
  });

  beforeEach(async () => {
    harness = await createKafkaHarness(kafka.brokers);
    tables = new ConsumerTables(harness.pool);
    await tables.create();
  });

  afterEach(async () => {
    await harness.drop();
  });

  const consumeSome = async () => {
    const { engine } = await harness.member();
    const consumer = await consumeInto(tables, engine);
    await readsFrom(consumer, "kafka");
    await harness.append(events(50));
    await applied(50);
    return { engine, consumer };
  };

  it("a broker that is killed and started again", async () => {
    const { consumer } = await consumeSome();
    await kafka.node(1).kill();
    await harness.appendUnpublished(events(50));
    await applied(100, 2_000);
    await readsFrom(consumer, "postgres");
    await kafka.node(1).start();
    await expectReturn(consumer, 100);
  }, 180_000);

  it("a broker that stands still, which a stop does not wait for", async () => {
    const { consumer } = await consumeSome();
    const stopping = await harness.member();
    const other = await consumeInto(tables, stopping.engine, { consumer: "other" });
    await readsFrom(other, "kafka");
    await kafka.node(1).pause();
    try {
      await harness.appendUnpublished(events(50));
      await applied(100, 2_000);
      await readsFrom(consumer, "postgres");
      const began = performance.now();
      await stopping.engine.close();
      expect(performance.now() - began).toBeLessThan(2_000);
    } finally {
      await kafka.node(1).resume();
    }
    await expectReturn(consumer, 100);
  }, 180_000);

  it("a broker whose data are gone, filled again from the table", async () => {
    const { consumer } = await consumeSome();
    await kafka.node(1).wipe();
    await harness.appendUnpublished(events(50));
    await applied(100, 2_000);
    await kafka.node(1).start();
    await ensureTopic(harness.connection);
    for (let part = 0; part < partCount; part += 1) harness.relay.rewind(part, 0);
    await expectReturn(consumer, 100);
  }, 180_000);
});
