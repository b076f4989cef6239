import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { append, streamInPart, streamOf } from "../new-streams.contract.ts";
import { FakeNews } from "../news/fake-news.contract.ts";
import { relaxedMs } from "../news/log-news.ts";
import { TableReader } from "../postgres/table-reader.ts";
import { RateLimitedLog } from "./kafka-log.ts";
import { KafkaReader } from "./kafka-reader.ts";
import { PartBuffer } from "./part-buffer.ts";
import type { Tail } from "./tail.ts";

const silenceMs = 200;
/** Of the watch for silent parts. */
const intervalMs = silenceMs / 4;

let db: TestDatabase;
let reader: KafkaReader;
/** The brokers answer. */
let isListening: boolean;
let news: FakeNews;
let woken: number;

beforeEach(async () => {
  db = await createTestDatabase();
  isListening = true;
  woken = 0;
  // the table's reader subscribes only when it is started by itself
  news = new FakeNews();
  const pool = db.pool("projector");
  reader = new KafkaReader({
    db: pool,
    createTail: () => quietTail(),
    table: new TableReader({ db: pool, pollMinMs: 5, pollMaxMs: 50, news }),
    silenceMs,
    news,
    log: new RateLimitedLog(undefined),
  });
  reader.start(() => {
    woken += 1;
  });
});
afterEach(() => db.drop());

/** Of a topic that can be reached and brings nothing. */
function quietTail(): Tail {
  const buffer = new PartBuffer(0);
  const tail: Pick<Tail, "start" | "stop" | "follow" | "buffer" | "isListening" | "identify"> = {
    start: () => undefined,
    stop: () => Promise.resolve(),
    follow: () => undefined,
    buffer: () => buffer,
    isListening: () => isListening,
    identify: () => false,
  };
  // as: the reader calls no other member of it
  return tail as Tail;
}

/** Until it is time for a look. */
function interval(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, intervalMs + 5);
  });
}

/** A look when it is time for one; answers the wait that follows it. */
async function look(): Promise<number> {
  await interval();
  return read();
}

async function read(): Promise<number> {
  const after = new Map([[7, 0]]);
  const { parts } = await reader.read({ after, complete: true, maxRecords: 10, firstPart: 0 });
  return reader.waitMs(parts.length > 0);
}

async function appendOne(): Promise<void> {
  await append(db.pool("web"), [streamOf(streamInPart(7))]);
}

it("looks at the log once a second while announcements get through and nothing happens", async () => {
  expect(await look()).toBe(relaxedMs);
  news.reliable = false;
  expect(await look()).toBe(intervalMs);
});

it("looks soon for what was announced, until the topic has brought it", async () => {
  expect(await look()).toBe(relaxedMs);
  await appendOne();
  news.announce();
  expect(woken).toBe(1);
  expect(await look()).toBe(intervalMs);
  expect(news.misses).toBe(0);
});

it("gives the topic the time of an interval to bring what was announced, before it asks", async () => {
  expect(await look()).toBe(relaxedMs);
  await interval();
  news.announce();
  // a look would have found nothing, and the next one would be a second away
  expect(await read()).toBe(intervalMs);
});

it("reads the table soon after an announcement while no broker answers", async () => {
  isListening = false;
  let waitMs = await read();
  while (waitMs < relaxedMs) waitMs = await read();
  news.announce();
  expect(woken).toBe(1);
  expect(await read()).toBe(5);
});

it("hears nothing any more when it has stopped", async () => {
  expect(news.subscriptions).toBe(1);
  await reader.stop();
  expect(news.subscriptions).toBe(0);
});

it("says nothing of what lies behind a position that was set", async () => {
  expect(await look()).toBe(relaxedMs);
  await appendOne();
  reader.moved();
  await look();
  expect(news.misses).toBe(0);
});

it("says so when a look after a long wait finds what nobody announced", async () => {
  expect(await look()).toBe(relaxedMs);
  await appendOne();
  expect(await look()).toBe(intervalMs);
  expect(news.misses).toBe(1);
});

it("says nothing of what a look finds while announcements count for nothing", async () => {
  news.reliable = false;
  expect(await look()).toBe(intervalMs);
  await appendOne();
  expect(await look()).toBe(intervalMs);
  expect(news.misses).toBe(0);
});
