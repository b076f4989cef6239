import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  ConsumerTables,
  consumeInto,
  type EngineHarness,
  eventually,
  Gate,
  oneEach,
} from "./engine-harness.contract.ts";
import { Superseded } from "./errors.ts";
import { streamInPart, streamOf } from "./new-streams.contract.ts";
import { type Delivery, partCount, type RunningConsumer } from "./port.ts";

/** How the members of a consumer share the parts, and what happens when they come, go and die. */
export function membersContract(createHarness: () => Promise<EngineHarness>): void {
  let harness: EngineHarness;
  let tables: ConsumerTables;

  beforeEach(async () => {
    harness = await createHarness();
    tables = new ConsumerTables(harness.pool);
    await tables.create();
  });

  afterEach(async () => {
    await harness.drop();
  });

  const applied = (count: number) =>
    eventually(async () => {
      expect((await tables.effects()).length).toBe(count);
    });

  const shared = (consumers: readonly RunningConsumer[], sizes: readonly number[]) =>
    eventually(() => {
      const assignments = consumers.map((consumer) => consumer.assignment());
      expect(assignments.map((parts) => parts.length).toSorted((a, b) => b - a)).toEqual(sizes);
      expect(new Set(assignments.flat()).size).toBe(partCount);
    });

  const start = async (name: string, handle?: (delivery: Delivery) => Promise<void>) => {
    const member = await harness.member();
    const consumer = await consumeInto(tables, member.engine, {
      handle: handle ?? ((delivery) => tables.commit(delivery, { member: name })),
    });
    return { ...member, consumer };
  };

  const allParts = () => Array.from({ length: partCount }, (_, part) => streamInPart(part));

  it("gives a lone member all parts", async () => {
    const { consumer } = await start("lone");
    await shared([consumer], [64]);
    expect(consumer.assignment()).toEqual(Array.from({ length: 64 }, (_, part) => part));
  });

  it("shares the parts evenly while members come and go", async () => {
    const a = await start("a");
    await shared([a.consumer], [64]);
    const b = await start("b");
    await shared([a.consumer, b.consumer], [32, 32]);
    const c = await start("c");
    await shared([a.consumer, b.consumer, c.consumer], [22, 21, 21]);
    await a.consumer.stop();
    await shared([b.consumer, c.consumer], [32, 32]);
    const streamIds = allParts();
    await harness.append(oneEach(streamIds));
    await applied(64);
    const members = new Set((await tables.effects()).map((effect) => effect.member));
    expect(members).toEqual(new Set(["b", "c"]));
  });

  it("keeps the consumers apart: each has all parts and its own positions", async () => {
    const { engine } = await harness.member();
    const other = new Set<string>();
    await consumeInto(tables, engine);
    await engine.consume({
      consumer: "another",
      positions: () => Promise.resolve(new Map()),
      handle: (delivery) => {
        for (const record of delivery.batches.flatMap((batch) => batch.records))
          other.add(record.id);
        return Promise.resolve();
      },
    });
    await harness.append(oneEach(allParts()));
    await applied(64);
    await eventually(() => {
      expect(other.size).toBe(64);
    });
  });

  it("hands parts over only behind the delivery at hand when a member joins in mid-batch", async () => {
    const gate = new Gate();
    // an engine whose records arrive part by part may have begun with some of them
    const atHand = new Set<number>();
    const a = await start("a", async (delivery) => {
      for (const { part } of delivery.batches) atHand.add(part);
      await gate.passWith(() => delivery.heartbeat());
      await tables.commit(delivery, { member: "a" });
    });
    await shared([a.consumer], [64]);
    await harness.append(allParts().map((streamId) => streamOf(streamId, { count: 3 })));
    await gate.reached;
    const b = await start("b");
    const joinedAt = Date.now();
    await eventually(() => {
      expect(b.consumer.lastHeartbeatAt()).toBeGreaterThan(joinedAt + harness.leaseMs);
    });
    expect(b.consumer.assignment().filter((part) => atHand.has(part))).toEqual([]);
    const early = new Set(b.consumer.assignment());
    gate.open();
    await shared([a.consumer, b.consumer], [32, 32]);
    await applied(192);
    const effects = await tables.effects();
    expect(effects.filter(({ part, member }) => member !== "a" && !early.has(part))).toEqual([]);
    await harness.append(oneEach(allParts()));
    await applied(256);
  });

  it("moves the parts of a killed member to the others within the lease", async () => {
    const a = await start("a");
    const b = await start("b");
    await shared([a.consumer, b.consumer], [32, 32]);
    await a.kill();
    await harness.append(oneEach(allParts()));
    const began = performance.now();
    await applied(64);
    expect(performance.now() - began).toBeLessThan(3 * harness.leaseMs);
    const members = new Set((await tables.effects()).map((effect) => effect.member));
    expect(members).toEqual(new Set(["b"]));
    expect(b.consumer.assignment().length).toBe(partCount);
  });

  it("delivers again what a member had not committed when it was killed", async () => {
    const gate = new Gate();
    const a = await start("a", (delivery) =>
      tables.commit(delivery, {
        before: () => gate.pass().then(() => Promise.reject(new Error("killed"))),
      }),
    );
    await harness.append([streamOf(streamInPart(5), { count: 7 })]);
    await gate.reached;
    await a.kill();
    gate.open();
    await start("b");
    await applied(7);
    expect((await tables.effects()).map((effect) => effect.member)).toEqual(
      Array.from({ length: 7 }, () => "b"),
    );
  });

  it("never lets two members commit the same records: the one that lost the part is stale and fenced", async () => {
    const gate = new Gate();
    const outcome: unknown[] = [];
    const a = await start("a", async (delivery) => {
      await gate.pass();
      outcome.push(delivery.isStale());
      outcome.push(await delivery.heartbeat().catch((error: unknown) => error));
      outcome.push(await tables.commit(delivery, { member: "a" }).catch((error: unknown) => error));
    });
    await harness.append([streamOf(streamInPart(9), { count: 4 })]);
    await gate.reached;
    await a.kill();
    await start("b");
    await applied(4);
    gate.open();
    await eventually(() => {
      expect(outcome).toEqual([true, expect.any(Superseded), expect.any(Superseded)]);
    });
    const effects = await tables.effects();
    expect(effects.map(({ pos, member }) => [pos, member])).toEqual(
      [1, 2, 3, 4].map((pos) => [pos, "b"]),
    );
  });

  it("raises a part's epoch with every change of its owner", async () => {
    const epochs: number[] = [];
    const streamId = streamInPart(21);
    for (let version = 0; version < 4; version += 1) {
      const { consumer } = await start(`member ${String(version)}`);
      await harness.append([streamOf(streamId, { expectedVersion: version })]);
      await applied(version + 1);
      await consumer.stop();
      epochs.push((await tables.epochs())[21] ?? 0);
    }
    expect(epochs).toEqual([...new Set(epochs)].toSorted((a, b) => a - b));
  });

  it("leaves its parts to a slow handler that gives a heartbeat", async () => {
    let deliveries = 0;
    let stale = false;
    const a = await start("a", async (delivery) => {
      deliveries += 1;
      const until = performance.now() + 3 * harness.leaseMs;
      while (performance.now() < until) {
        await delivery.heartbeat();
        stale ||= delivery.isStale();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await tables.commit(delivery, { member: "a" });
    });
    await shared([a.consumer], [64]);
    const beganAt = Date.now();
    // one of the parts that the second member would get
    await harness.append([streamOf(streamInPart(60), { count: 3 })]);
    await eventually(() => {
      expect(deliveries).toBe(1);
    });
    await start("b");
    await applied(3);
    expect((await tables.effects()).map((effect) => effect.member)).toEqual(["a", "a", "a"]);
    expect([deliveries, stale]).toEqual([1, false]);
    expect(a.consumer.lastHeartbeatAt()).toBeGreaterThan(beganAt + harness.leaseMs);
  });

  it("loses and repeats nothing while members are killed and started under load", async () => {
    const total = 1_200;
    const streamIds = Array.from({ length: 120 }, () => randomUUID());
    const write = async () => {
      for (let version = 0; version < total / streamIds.length; version += 1)
        for (let first = 0; first < streamIds.length; first += 10)
          await harness.append(
            streamIds
              .slice(first, first + 10)
              .map((streamId) => streamOf(streamId, { expectedVersion: version })),
          );
    };
    const writing = write();
    const members = [await start("0"), await start("1")];
    for (let next = 2; next < 6; next += 1) {
      const enough = (total / 8) * (next - 1);
      await eventually(async () => {
        expect((await tables.effects()).length).toBeGreaterThan(enough / 4);
      });
      members.push(await start(String(next)));
      const oldest = members.shift();
      await (next % 2 === 0 ? oldest?.kill() : oldest?.consumer.stop());
    }
    await writing;
    await applied(total);
    const last = new Map<string, number>();
    for (const { streamId, version } of await tables.effects()) {
      expect(version).toBe((last.get(streamId) ?? 0) + 1);
      last.set(streamId, version);
    }
  });
}
