import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { append, streamInPart, streamOf } from "../new-streams.contract.ts";
import { FakeNews } from "../news/fake-news.contract.ts";
import { relaxedMs } from "../news/log-news.ts";
import { TableReader } from "./table-reader.ts";

let db: TestDatabase;
let reader: TableReader;
let news: FakeNews;
let woken: number;

beforeEach(async () => {
  db = await createTestDatabase();
  woken = 0;
  news = new FakeNews();
  reader = new TableReader({ db: db.pool("projector"), pollMinMs: 5, pollMaxMs: 50, news });
  reader.start(() => {
    woken += 1;
  });
});
afterEach(() => db.drop());

async function look(pos: number): Promise<number> {
  const after = new Map([[7, pos]]);
  const { parts } = await reader.read({ after, complete: true, maxRecords: 10, firstPart: 0 });
  return parts.length;
}

/** Looks that find nothing, until the wait does not grow any more. Answers the waits. */
async function calmDown(): Promise<readonly number[]> {
  const waits: number[] = [];
  while (waits.length < 2 || waits.at(-1) !== waits.at(-2)) {
    expect(await look(0)).toBe(0);
    waits.push(reader.waitMs(false));
  }
  return waits;
}

async function appendOne(): Promise<void> {
  await append(db.pool("web"), [streamOf(streamInPart(7), { count: 1 })]);
}

it("looks every 50 ms while announcements do not get through", async () => {
  news.reliable = false;
  expect(await calmDown()).toEqual([5, 10, 20, 40, 50, 50]);
});

it("looks once a second while they do, and calls for a look with each", async () => {
  expect((await calmDown()).at(-1)).toBe(relaxedMs);
  news.announce();
  expect(woken).toBe(1);
  expect(await look(0)).toBe(0);
  expect(reader.waitMs(false)).toBe(5);
});

it("says so when a look after a long wait finds what nobody announced", async () => {
  await calmDown();
  await appendOne();
  expect(await look(0)).toBe(1);
  expect(news.misses).toBe(1);
});

it("says nothing of records that were announced, that came soon after others, or that lie behind a position that was set", async () => {
  await calmDown();
  await appendOne();
  news.announce();
  expect(await look(0)).toBe(1);
  reader.waitMs(true);
  expect(await look(0)).toBe(1);
  expect(await look(1)).toBe(0);
  reader.waitMs(false);
  expect(await look(0)).toBe(1);
  expect(news.misses).toBe(0);
});

it("says nothing of records that a position set after a long wait brings into view", async () => {
  await calmDown();
  await appendOne();
  reader.moved();
  expect(await look(0)).toBe(1);
  expect(news.misses).toBe(0);
});

it("hears nothing any more when it has stopped", async () => {
  expect(news.subscriptions).toBe(1);
  await reader.stop();
  expect(news.subscriptions).toBe(0);
});

it("goes back to short waits when announcements are not heard any more", async () => {
  await calmDown();
  news.reliable = false;
  expect(reader.waitMs(false)).toBe(50);
});
