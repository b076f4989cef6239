import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPool } from "@shipment-tracking/postgres";
import {
  ConsumerTables,
  consumeInto,
  eventually,
  Gate,
  oneEach,
} from "../engine-harness.contract.ts";
import { LogDamaged, Superseded } from "../errors.ts";
import { announceNews } from "../news/announce-news.ts";
import { streamInPart, streamOf } from "../new-streams.contract.ts";
import { partCount } from "../port.ts";
import { createPostgresEngine } from "./engine.ts";
import { createPostgresHarness, type PostgresHarness } from "./engine-harness.contract.ts";
import { SilentProxy } from "./silent-proxy.contract.ts";

let harness: PostgresHarness;
let tables: ConsumerTables;

beforeEach(async () => {
  harness = await createPostgresHarness();
  tables = new ConsumerTables(harness.pool);
  await tables.create();
});

afterEach(async () => {
  await harness.drop();
});

function applied(count: number): Promise<void> {
  return eventually(async () => {
    expect((await tables.effects()).length).toBe(count);
  });
}

function streams(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID());
}

async function asAdmin(text: string, values: readonly unknown[] = []): Promise<void> {
  await harness.db.pool("admin").query({ text, values: [...values] });
}

describe("wake", () => {
  it("makes a consumer look at once that would look in a minute", async () => {
    const { engine } = await harness.member({ pollMinMs: 60_000, pollMaxMs: 60_000 });
    const consumer = await consumeInto(tables, engine);
    await eventually(() => {
      expect(consumer.assignment().length).toBe(partCount);
    });
    for (let round = 1; round <= 5; round += 1) {
      await harness.append(oneEach([randomUUID()]));
      consumer.wake();
      await applied(round);
    }
  });

  it("comes with an announcement to a consumer that would look in a minute", async () => {
    const { engine } = await harness.member({ pollMinMs: 60_000, pollMaxMs: 60_000 });
    const consumer = await consumeInto(tables, engine);
    await eventually(() => {
      expect(consumer.assignment().length).toBe(partCount);
      expect(engine.news.isReliable()).toBe(true);
    });
    for (let round = 1; round <= 5; round += 1) {
      await harness.append(oneEach([randomUUID()]));
      announceNews(harness.db.pool("web"));
      await applied(round);
    }
    expect(engine.news.isReliable()).toBe(true);
  });

  it("does not shorten the back-off of a failing handler", async () => {
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
      consumer.wake();
      expect(attempts).toBe(4);
    });
    const until = performance.now() + 150;
    while (performance.now() < until) {
      consumer.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    // the fourth retry waits at least 200 ms
    expect(attempts).toBe(4);
  });
});

describe("an exclusive member", () => {
  it("has all parts at once after the last one was killed, whatever the lease", async () => {
    const killed = await harness.member({ leaseMs: 60_000, exclusive: true });
    const first = await consumeInto(tables, killed.engine);
    await eventually(() => {
      expect(first.assignment().length).toBe(partCount);
    });
    await killed.kill();
    await harness.append(oneEach(streams(20)));
    const { engine } = await harness.member({ leaseMs: 60_000, exclusive: true });
    const beganAt = performance.now();
    await consumeInto(tables, engine);
    await applied(20);
    expect(performance.now() - beganAt).toBeLessThan(10_000);
  });

  it("gives a member that is alive after all its share back", async () => {
    const [other, exclusive] = await Promise.all([
      harness.member(),
      harness.member({ exclusive: true }),
    ]);
    const a = await consumeInto(tables, other.engine);
    await eventually(() => {
      expect(a.assignment().length).toBe(partCount);
    });
    const b = await consumeInto(tables, exclusive.engine);
    await eventually(() => {
      expect([a.assignment().length, b.assignment().length]).toEqual([32, 32]);
    });
    await harness.append(oneEach(streams(50)));
    await applied(50);
  });
});

describe("when the database is lost", () => {
  it("the consumer goes on by itself after its connections were cut", async () => {
    const { engine } = await harness.member();
    const consumer = await consumeInto(tables, engine);
    for (let round = 1; round <= 5; round += 1) {
      await harness.append(oneEach(streams(10)));
      await asAdmin(
        `select pg_terminate_backend(activity.pid)
        from pg_catalog.pg_stat_activity as activity
        where activity.datname = current_database()
          and activity.application_name = 'test-member'`,
      );
      await applied(10 * round);
    }
    expect(consumer.assignment().length).toBe(partCount);
  });

  it("the consumer is told so, tries for longer than its lease and takes its parts up again", async () => {
    const { engine } = await harness.member();
    const errors: unknown[] = [];
    const consumer = await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await harness.append(oneEach(streams(10)));
    await applied(10);
    // no new connections but the superuser's; the writer keeps the one it has
    await asAdmin(`alter database ${harness.db.name} connection limit 0`);
    try {
      await asAdmin(
        `select pg_terminate_backend(activity.pid)
        from pg_catalog.pg_stat_activity as activity
        where activity.datname = current_database()
          and activity.application_name = 'test-member'`,
      );
      const lostAt = performance.now();
      await harness.append(oneEach(streams(10)));
      await eventually(() => {
        expect(errors.length).toBeGreaterThan(3);
        expect(performance.now() - lostAt).toBeGreaterThan(1.5 * harness.leaseMs);
      });
    } finally {
      await asAdmin(`alter database ${harness.db.name} connection limit -1`);
    }
    await applied(20);
    expect(consumer.assignment().length).toBe(partCount);
  });

  it("the consumer gives up connections that have gone silent", async () => {
    const proxy = await SilentProxy.start(harness.db.urls.projector);
    const pool = createPool({
      url: proxy.url,
      applicationName: "proxied",
      queryTimeoutMs: 1_000,
    });
    const engine = createPostgresEngine({ pool, leaseMs: harness.leaseMs });
    const errors: unknown[] = [];
    const consumer = await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await harness.append(oneEach(streams(10)));
    await applied(10);
    proxy.silence();
    await harness.append(oneEach(streams(10)));
    await applied(20);
    expect(errors.map(String).join()).toContain("timeout");
    expect(consumer.assignment().length).toBe(partCount);
    await engine.close();
    await pool.end();
    proxy.close();
  });

  it("a consumer that starts meanwhile waits for it", async () => {
    await asAdmin("alter table write.log_members rename to hidden");
    const errors: unknown[] = [];
    const { engine } = await harness.member();
    await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await harness.append(oneEach(streams(10)));
    await eventually(() => {
      expect(errors.length).toBeGreaterThan(1);
    });
    await asAdmin("alter table write.hidden rename to log_members");
    await applied(10);
  });
});

describe("a member that was given up for dead", () => {
  it.each([
    ["was silent too long", "now() - interval '1 minute'"],
    [
      "left a sign that lies in the future, as after a clock that stepped back",
      "now() + interval '1 day'",
    ],
  ])("comes back with new epochs when it %s", async (_, seenAt) => {
    const { engine } = await harness.member();
    const epochs: number[] = [];
    await consumeInto(tables, engine, {
      handle: async (delivery) => {
        epochs.push(...delivery.batches.map((batch) => batch.epoch));
        await tables.commit(delivery);
      },
    });
    const streamId = streamInPart(33);
    await harness.append([streamOf(streamId)]);
    await applied(1);
    await asAdmin(`update write.log_members set seen_at = ${seenAt}`);
    await eventually(async () => {
      const { rows } = await harness.pool.query({
        text: "select from write.log_leases as leases where leases.epoch < 2 or leases.member_id is null",
      });
      expect(rows.length).toBe(0);
    });
    await harness.append([streamOf(streamId, { expectedVersion: 1 })]);
    await applied(2);
    expect(epochs).toEqual([1, 2]);
  });

  it("is told in mid-delivery although it can reach the database", async () => {
    const gate = new Gate();
    const told: unknown[] = [];
    const errors: unknown[] = [];
    const { engine } = await harness.member();
    await harness.append([streamOf(streamInPart(7), { count: 3 })]);
    await consumeInto(tables, engine, {
      handle: async (delivery) => {
        if (told.length > 0) return await tables.commit(delivery);
        told.push(delivery.isStale());
        await gate.passWith(() => delivery.heartbeat()).catch((error: unknown) => told.push(error));
        told.push(delivery.isStale());
        throw new Superseded([7]);
      },
      onError: (error) => errors.push(error),
    });
    await gate.reached;
    await asAdmin("update write.log_members set seen_at = now() - interval '1 minute'");
    await applied(3);
    expect(told).toEqual([false, expect.any(Superseded), true]);
    // the consumer got over it by itself: nobody has to hear of it
    expect(errors).toEqual([]);
  });
});

describe("a damaged log", () => {
  it("stops the part before a gap and reports it, the other parts flow; repaired, it goes on", async () => {
    await harness.append([
      streamOf(streamInPart(4), { count: 5 }),
      streamOf(streamInPart(5), { count: 5 }),
    ]);
    await asAdmin(
      "create table public.kept as select * from write.event_log where part = 4 and pos in (3, 4)",
    );
    await asAdmin("delete from write.event_log where part = 4 and pos in (3, 4)");
    const errors: unknown[] = [];
    const { engine } = await harness.member();
    await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await applied(7);
    await eventually(() => {
      expect(errors.length).toBeGreaterThanOrEqual(2);
    });
    expect(errors.every((error) => error instanceof LogDamaged)).toBe(true);
    expect(errors[0]).toMatchObject({ part: 4, afterPos: 2, foundPos: 5, head: 5 });
    await harness.append(oneEach([streamInPart(4), streamInPart(6)]));
    await applied(8);
    await asAdmin("insert into write.event_log select * from public.kept");
    await applied(12);
  });

  it("is reported when the end of a part is missing", async () => {
    await harness.append([streamOf(streamInPart(4), { count: 3 })]);
    await asAdmin("delete from write.event_log where part = 4 and pos = 3");
    const errors: unknown[] = [];
    const { engine } = await harness.member();
    await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await applied(2);
    await eventually(() => {
      expect(errors[0]).toMatchObject({ part: 4, afterPos: 2, foundPos: null, head: 3 });
    });
  });

  it("is reported when the consumer is ahead of it", async () => {
    await harness.append([streamOf(streamInPart(4), { count: 3 })]);
    await asAdmin("update public.positions set pos = 10 where part = 4");
    const errors: unknown[] = [];
    const { engine } = await harness.member();
    await consumeInto(tables, engine, { onError: (error) => errors.push(error) });
    await eventually(() => {
      expect(String(errors[0])).toContain("ahead of part 4 of the log: 10 of 3");
    });
    expect(await tables.effects()).toEqual([]);
  });
});
