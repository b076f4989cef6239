import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ConsumerTables,
  consumeInto,
  type EngineHarness,
  eventOf,
  eventually,
  Gate,
  oneEach,
} from "./engine-harness.contract.ts";
import { streamInPart, streamOf } from "./new-streams.contract.ts";
import { partCount } from "./port.ts";

/** What becomes of a delivery when its handler fails or the consumer is stopped. */
export function failureContract(createHarness: () => Promise<EngineHarness>): void {
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

  describe("when the handler fails", () => {
    it("nothing is committed, the positions are asked again and the same records come again", async () => {
      const streams = Array.from({ length: 10 }, () => streamOf(randomUUID(), { count: 2 }));
      const attempts: string[][] = [];
      const errors: unknown[] = [];
      let asked = 0;
      const { engine } = await harness.member();
      await harness.append(streams);
      await consumeInto(tables, engine, {
        handle: async (delivery) => {
          attempts.push(delivery.batches.flatMap(({ records }) => records.map((r) => r.id)));
          const failure = new Error("the database went away before the commit");
          await tables.commit(delivery, {
            before: () => (attempts.length < 4 ? Promise.reject(failure) : Promise.resolve()),
          });
        },
        positions: (parts) => {
          asked += 1;
          return tables.positions(parts);
        },
        onError: (error) => errors.push(error),
      });
      await applied(20);
      expect(attempts.length).toBeGreaterThanOrEqual(4);
      expect(attempts[1]).toEqual(attempts[0]);
      expect(attempts[2]).toEqual(attempts[0]);
      expect(errors.map(String)).toEqual(
        Array.from({ length: 3 }, () => "Error: the database went away before the commit"),
      );
      expect(asked).toBeGreaterThanOrEqual(4);
    });

    it("nothing is delivered twice when its commit had succeeded after all", async () => {
      const { engine } = await harness.member();
      let failed = false;
      await harness.append(oneEach(Array.from({ length: 10 }, () => randomUUID())));
      await consumeInto(tables, engine, {
        handle: async (delivery) => {
          await tables.commit(delivery);
          if (failed) return;
          failed = true;
          throw new Error("the answer to the commit was lost");
        },
      });
      await harness.append(oneEach(Array.from({ length: 10 }, () => randomUUID())));
      await applied(20);
      expect(failed).toBe(true);
    });

    it("the waits grow longer and longer, and a failing position query is no end either", async () => {
      const { engine } = await harness.member();
      const attemptedAt: number[] = [];
      await harness.append(oneEach([randomUUID()]));
      await consumeInto(tables, engine, {
        positions: (parts) => {
          attemptedAt.push(performance.now());
          return attemptedAt.length < 5
            ? Promise.reject(new Error("unreachable"))
            : tables.positions(parts);
        },
      });
      await applied(1);
      const waits = attemptedAt.slice(1).map((at, index) => at - (attemptedAt[index] ?? 0));
      // at least half of 50, 100, 200, 400 ms
      expect(waits.slice(0, 4).every((wait, index) => wait >= 25 * 2 ** index - 2)).toBe(true);
    });

    it("for one poison stream only that stream is parked, the others flow", async () => {
      const poison = randomUUID();
      const healthy = Array.from({ length: 20 }, () => randomUUID());
      await harness.append([eventOf(poison, "poison"), ...oneEach(healthy)]);
      const parked = new Set<string>();
      const { engine } = await harness.member();
      await consumeInto(tables, engine, {
        handle: async (delivery) => {
          for (const record of delivery.batches.flatMap((batch) => batch.records))
            if (record.data === "poison") parked.add(record.streamId);
          await tables.commit(delivery);
        },
      });
      await applied(21);
      expect([...parked]).toEqual([poison]);
    });
  });

  describe("stop", () => {
    it("lets the delivery at hand commit and delivers nothing after it", async () => {
      const gate = new Gate();
      const order: string[] = [];
      const { engine } = await harness.member();
      await harness.append([streamOf(streamInPart(3), { count: 10 })]);
      const consumer = await consumeInto(tables, engine, {
        maxRecords: 5,
        handle: async (delivery) => {
          order.push("delivered");
          await gate.pass();
          await tables.commit(delivery);
          order.push("committed");
        },
      });
      await gate.reached;
      const stop = consumer.stop().finally(() => order.push("stopped"));
      gate.open();
      await stop;
      expect(order).toEqual(["delivered", "committed", "stopped"]);
      expect((await tables.effects()).length).toBe(5);
      expect(consumer.assignment()).toEqual([]);
    });

    it("does not wait for a handler that fails for ever", async () => {
      const { engine } = await harness.member();
      let attempts = 0;
      await harness.append(oneEach([randomUUID()]));
      const consumer = await consumeInto(tables, engine, {
        handle: () => {
          attempts += 1;
          return Promise.reject(new Error("always"));
        },
      });
      await eventually(() => {
        expect(attempts).toBeGreaterThanOrEqual(4);
      });
      const began = performance.now();
      await Promise.all([consumer.stop(), consumer.stop()]);
      expect(performance.now() - began).toBeLessThan(1_000);
    });

    it("comes with the engine's close", async () => {
      const { engine } = await harness.member();
      const consumer = await consumeInto(tables, engine);
      await eventually(() => {
        expect(consumer.assignment().length).toBe(partCount);
      });
      await engine.close();
      expect(consumer.assignment()).toEqual([]);
    });
  });
}
