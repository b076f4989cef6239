import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { append, streamInPart, streamOf } from "../new-streams.contract.ts";
import { type LogNews, relaxedMs } from "../news/log-news.ts";
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
let isReliable: boolean;
let missed: number;
let heard: () => void;
let woken: number;

beforeEach(async () => {
  db = await createTestDatabase();
  isReliable = true;
  missed = 0;
  woken = 0;
  // the table's reader subscribes only when it is started by itself
  const news: LogNews = {
    isReliable: () => isReliable,
    subscribe: (callback) => {
      heard = callback;
      return () => undefined;
    },
    missed: () => {
      missed += 1;
    },
  };
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
  const tail: Pick<Tail, "start" | "follow" | "buffer" | "isListening" | "identify"> = {
    start: () => undefined,
    follow: () => undefined,
    buffer: () => buffer,
    isListening: () => true,
    identify: () => false,
  };
  // as: the reader calls no other member of it until it is stopped
  return tail as Tail;
}

/** A look when it is time for one; answers the wait that follows it. */
async function look(): Promise<number> {
  await new Promise((resolve) => {
    setTimeout(resolve, intervalMs + 5);
  });
  const after = new Map([[7, 0]]);
  const { parts } = await reader.read({ after, complete: true, maxRecords: 10, firstPart: 0 });
  return reader.waitMs(parts.length > 0);
}

async function appendOne(): Promise<void> {
  await append(db.pool("web"), [streamOf(streamInPart(7))]);
}

it("looks at the log once a second while announcements get through and nothing happens", async () => {
  expect(await look()).toBe(relaxedMs);
  isReliable = false;
  expect(await look()).toBe(intervalMs);
});

it("looks soon for what was announced, until the topic has brought it", async () => {
  expect(await look()).toBe(relaxedMs);
  await appendOne();
  heard();
  expect(woken).toBe(1);
  expect(await look()).toBe(intervalMs);
  expect(missed).toBe(0);
});

it("says so when a look after a long wait finds what nobody announced", async () => {
  expect(await look()).toBe(relaxedMs);
  await appendOne();
  expect(await look()).toBe(intervalMs);
  expect(missed).toBe(1);
});

it("says nothing of what a look finds while announcements count for nothing", async () => {
  isReliable = false;
  expect(await look()).toBe(intervalMs);
  await appendOne();
  expect(await look()).toBe(intervalMs);
  expect(missed).toBe(0);
});
