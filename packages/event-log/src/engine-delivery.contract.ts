import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ConsumerTables,
  consumeInto,
  type EngineHarness,
  eventOf,
  eventually,
  oneEach,
} from "./engine-harness.contract.ts";
import { streamInPart, streamOf } from "./new-streams.contract.ts";
import { partOf } from "./part.ts";
import { partCount } from "./port.ts";

/** What one member gets, and in which order. */
export function deliveryContract(createHarness: () => Promise<EngineHarness>): void {
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

  describe("delivers", () => {
    it("the whole log from the beginning: each part dense, each stream in version order", async () => {
      const streamIds = Array.from({ length: 40 }, () => randomUUID());
      for (let version = 0; version < 5; version += 1) {
        await harness.append(
          streamIds.map((streamId) => streamOf(streamId, { expectedVersion: version })),
        );
      }
      const { engine } = await harness.member();
      await consumeInto(tables, engine);
      await applied(200);
      const last = new Map<number | string, number>();
      for (const { part, pos, streamId, version } of await tables.effects()) {
        expect(part).toBe(partOf(streamId));
        expect([pos, version]).toEqual([(last.get(part) ?? 0) + 1, (last.get(streamId) ?? 0) + 1]);
        last.set(part, pos);
        last.set(streamId, version);
      }
    });

    it("records as they were appended, a payload with NUL, two megabytes and deep nesting among them", async () => {
      const payloads = [
        { text: "nul \u0000 lone \ud800 Łódź 東京", nothing: null },
        { blob: "x".repeat(2_000_000) },
        "just text",
        JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) as unknown,
      ];
      const streams = payloads.map((data) => eventOf(randomUUID(), data));
      await harness.append(streams);
      const received = new Map<string, unknown>();
      const { engine } = await harness.member();
      await consumeInto(tables, engine, {
        handle: async (delivery) => {
          for (const record of delivery.batches.flatMap((batch) => batch.records))
            received.set(record.streamId, record);
          await tables.commit(delivery);
        },
      });
      await applied(payloads.length);
      for (const { streamId, tenantId, events } of streams) {
        const [event] = events;
        expect(received.get(streamId)).toEqual({
          ...event,
          tenantId,
          streamId,
          version: 1,
          part: partOf(streamId),
          pos: expect.any(Number) as number,
        });
      }
    });

    it("what comes while it runs, and goes on where the last member stopped", async () => {
      const { engine } = await harness.member();
      const first = await consumeInto(tables, engine);
      const streamIds = Array.from({ length: 30 }, () => randomUUID());
      await harness.append(oneEach(streamIds));
      await applied(30);
      await first.stop();
      await harness.append(streamIds.map((streamId) => streamOf(streamId, { expectedVersion: 1 })));
      const redelivered: number[] = [];
      const next = await harness.member();
      await consumeInto(tables, next.engine, {
        handle: async (delivery) => {
          redelivered.push(
            ...delivery.batches.flatMap(({ records }) => records.map((r) => r.version)),
          );
          await tables.commit(delivery);
        },
      });
      await applied(60);
      expect(redelivered).toEqual(Array.from({ length: 30 }, () => 2));
    });

    it("at most maxRecords over all parts, and starves no part behind a long one", async () => {
      const long = streamInPart(1);
      await harness.append([streamOf(long, { count: 400 })]);
      const others = [0, 2, 17, 40, 63].map((part) => streamInPart(part));
      await harness.append(oneEach(others));
      const sizes: number[] = [];
      let firstOfOthers = 0;
      const { engine } = await harness.member();
      await consumeInto(tables, engine, {
        maxRecords: 20,
        handle: async (delivery) => {
          const records = delivery.batches.flatMap((batch) => batch.records);
          sizes.push(records.length);
          if (records.some((record) => others.includes(record.streamId)))
            firstOfOthers = sizes.length;
          await tables.commit(delivery);
        },
      });
      await applied(405);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
      // the last of the five is there within the first quarter of the deliveries
      expect(firstOfOthers).toBeLessThanOrEqual(6);
    });

    it("every part in turn when there are more parts than maxRecords", async () => {
      for (let part = 0; part < partCount; part += 1)
        await harness.append([streamOf(streamInPart(part), { count: 4 })]);
      const { engine } = await harness.member();
      const turns: number[] = [];
      await consumeInto(tables, engine, {
        maxRecords: 16,
        handle: async (delivery) => {
          turns.push(...delivery.batches.map((batch) => batch.part));
          await tables.commit(delivery);
        },
      });
      await applied(256);
      // where records arrive bit by bit a part can only have its turn once something of it is there
      const longestWait = harness.seesAllAtOnce ? partCount : 2 * partCount - 1;
      for (let part = 0; part < partCount; part += 1) {
        const at = turns.flatMap((turn, index) => (turn === part ? [index] : []));
        const waits = at.slice(1).map((index, before) => index - (at[before] ?? 0));
        expect(waits).toHaveLength(3);
        expect(Math.max(...waits)).toBeLessThanOrEqual(longestWait);
      }
    });

    it("again from the position that it is sent to", async () => {
      const streamId = streamInPart(12);
      await harness.append([streamOf(streamId, { count: 5 })]);
      const positions: number[] = [];
      const { engine } = await harness.member();
      const consumer = await consumeInto(tables, engine, {
        handle: async (delivery) => {
          positions.push(...delivery.batches.flatMap(({ records }) => records.map((r) => r.pos)));
          await tables.commit(delivery);
        },
      });
      await applied(5);
      await tables.rewind(12, 2);
      consumer.seek(12, 2);
      await applied(5);
      await eventually(() => {
        expect(positions).toEqual([1, 2, 3, 4, 5, 3, 4, 5]);
      });
    });

    it("no lag in the end: the head is exact", async () => {
      const streams = Array.from({ length: 25 }, () => streamOf(randomUUID(), { count: 3 }));
      const { engine } = await harness.member();
      expect([...(await engine.head())]).toEqual(
        Array.from({ length: 64 }, (_, part) => [part, 0]),
      );
      await harness.append(streams);
      const head = await engine.head();
      expect([...head.values()].reduce((sum, pos) => sum + pos, 0)).toBe(75);
      for (const { streamId } of streams)
        expect(head.get(partOf(streamId))).toBeGreaterThanOrEqual(3);
      await consumeInto(tables, engine);
      await applied(75);
      expect(await tables.positions([...head.keys()])).toEqual(head);
    });
  });
}
