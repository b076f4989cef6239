import { createPool, type Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../engine-harness.contract.ts";
import type { LogSink } from "../log-sink.ts";
import { SilentProxy } from "../postgres/silent-proxy.contract.ts";
import { announceNews, newsChannel } from "./announce-news.ts";
import { NewsListener } from "./news-listener.ts";

let db: TestDatabase;
let pool: Pool;
let listener: NewsListener;
let heard: number;
let warnings: string[];
const cleaning: (() => void)[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  heard = 0;
  warnings = [];
});
afterEach(async () => {
  await listener.stop();
  if (!pool.ending) await pool.end();
  for (const clean of cleaning.splice(0)) clean();
  await db.drop();
});

function listen(url = db.urls.projector, max = 4): () => void {
  pool = createPool({ url, applicationName: "listening", max, queryTimeoutMs: 1_000 });
  const log: LogSink = {
    info: () => undefined,
    warn: (_, sentence) => warnings.push(sentence),
  };
  listener = new NewsListener({ pool, log, checkMs: 50 });
  return listener.subscribe(() => {
    heard += 1;
  });
}

async function isReliable(expected: boolean): Promise<void> {
  await eventually(() => {
    expect(listener.isReliable()).toBe(expected);
  });
}

it("announcements count once the listener has heard its own", async () => {
  listen();
  expect(listener.isReliable()).toBe(false);
  await isReliable(true);
  expect(heard).toBe(1);
  await listener.stop();
  expect(listener.isReliable()).toBe(false);
});

it("its own one comes from another connection: one through a pooler would hear itself", async () => {
  const witness = await db.pool("admin").connect();
  const senders: number[] = [];
  witness.on("notification", ({ processId }) => senders.push(processId));
  await witness.query({ text: `listen ${newsChannel}` });
  listen();
  await isReliable(true);
  await eventually(() => {
    expect(senders.length).toBe(1);
  });
  const listening = await witness.query<{ readonly pid: number }>({
    text: `
      select activity.pid
      from pg_catalog.pg_stat_activity as activity
      where activity.datname = current_database()
        and activity.application_name = 'listening'
        and activity.query like 'listen %'`,
  });
  witness.release(true);
  expect(listening.rows.length).toBe(1);
  expect(senders).not.toContain(listening.rows[0]?.pid);
});

it("each subscriber hears what any pool of the database announces, until it ends its subscription", async () => {
  const end = listen();
  await isReliable(true);
  const before = heard;
  announceNews(db.pool("web"));
  await eventually(() => {
    expect(heard).toBe(before + 1);
  });
  let others = 0;
  listener.subscribe(() => {
    others += 1;
  });
  end();
  announceNews(db.pool("web"));
  await eventually(() => {
    expect(others).toBe(1);
  });
  expect(heard).toBe(before + 1);
});

it("of many commits in a row few are announced, and the last one is", async () => {
  listen();
  await isReliable(true);
  const before = heard;
  for (let n = 0; n < 1_000; n += 1) announceNews(db.pool("web"));
  // the first one at once, one for all the others
  await eventually(() => {
    expect(heard).toBe(before + 2);
  });
});

it("however many commits there are, the announcements of a process are 10 ms apart", async () => {
  listen();
  await isReliable(true);
  const before = heard;
  const beganAt = performance.now();
  while (performance.now() - beganAt < 200) {
    announceNews(db.pool("web"));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(heard).toBeGreaterThan(before);
  // a timer may come a moment early
  expect(heard - before).toBeLessThanOrEqual((performance.now() - beganAt) / 9 + 1);
});

it("a miss ends the trust until something is heard again", async () => {
  listen();
  await isReliable(true);
  listener.missed();
  expect(listener.isReliable()).toBe(false);
  announceNews(db.pool("web"));
  await isReliable(true);
});

it("a connection that is cut is made again", async () => {
  listen();
  await isReliable(true);
  const before = heard;
  await db.pool("admin").query({
    text: `
      select pg_terminate_backend(activity.pid)
      from pg_catalog.pg_stat_activity as activity
      where activity.datname = current_database()
        and activity.application_name = 'listening'`,
  });
  await eventually(() => {
    expect(heard).toBeGreaterThan(before);
  });
  await isReliable(true);
});

it("a connection that is lost ends the trust, and the log says so once", async () => {
  const proxy = await SilentProxy.start(db.urls.projector);
  listen(proxy.url);
  await isReliable(true);
  const before = heard;
  proxy.close();
  await isReliable(false);
  announceNews(db.pool("web"));
  // time for some attempts that are refused
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(listener.isReliable()).toBe(false);
  expect(heard).toBe(before);
  expect(warnings).toEqual(["announcements of the log are not heard, it is polled"]);
});

it("a connection that has fallen silent is given up after a miss", async () => {
  const proxy = await SilentProxy.start(db.urls.projector);
  cleaning.push(() => {
    proxy.close();
  });
  listen(proxy.url);
  await isReliable(true);
  const before = heard;
  proxy.silence();
  listener.missed();
  await eventually(() => {
    expect(heard).toBeGreaterThan(before);
  });
  await isReliable(true);
});

it("a pool with a single connection keeps it for its work", async () => {
  listen(db.urls.projector, 1);
  await pool.query({ text: "select 1" });
  announceNews(db.pool("web"));
  await pool.query({ text: "select 1" });
  expect(listener.isReliable()).toBe(false);
  expect(heard).toBe(0);
});

it("a pool that is ended gets its connection back", async () => {
  listen();
  await isReliable(true);
  await pool.end();
  expect(pool.totalCount).toBe(0);
});
