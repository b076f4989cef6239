import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type AnnouncementsView,
  type ConsumerLag,
  type ConsumerProbe,
  type ConsumerView,
  createConsumerMetrics,
} from "./consumer-metrics.ts";

let registry: Registry;
let readLag: () => Promise<ConsumerLag>;
let probe: ConsumerProbe;

beforeEach(() => {
  vi.useFakeTimers();
  registry = new Registry();
  readLag = () => Promise.resolve(behind);
  probe = createConsumerMetrics(registry).add("projector", () => readLag());
});
afterEach(() => {
  vi.useRealTimers();
});

const behind: ConsumerLag = {
  headEvents: 12,
  parts: [
    { part: 0, events: 0, seconds: 0 },
    { part: 1, events: 3, seconds: 7.5 },
    { part: 2, events: 1, seconds: null },
  ],
  parkedStreams: 2,
};

/** Values of all samples, by name and labels. */
async function scrape(): Promise<Readonly<Record<string, number>>> {
  const text = await registry.metrics();
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    samples.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

describe("the metrics of a consumer", () => {
  test("show the lag of each part as it was read", async () => {
    expect(await scrape()).toMatchObject({
      'log_consumer_lag_events{consumer="projector",part="0"}': 0,
      'log_consumer_lag_events{consumer="projector",part="1"}': 3,
      'log_consumer_lag_events{consumer="projector",part="2"}': 1,
      'log_consumer_lag_seconds{consumer="projector",part="0"}': 0,
      'log_consumer_lag_seconds{consumer="projector",part="1"}': 7.5,
      'parked_streams{consumer="projector"}': 2,
      log_head_events: 12,
      'log_consumer_scrape_up{consumer="projector"}': 1,
      'log_consumer_scrape_errors_total{consumer="projector"}': 0,
    });
    // an age that nobody knows is no age
    expect(await scrape()).not.toHaveProperty([
      'log_consumer_lag_seconds{consumer="projector",part="2"}',
    ]);
  });

  test("that cannot be read are absent, and say so", async () => {
    await scrape();
    readLag = () => Promise.reject(new Error("the database is gone"));
    vi.advanceTimersByTime(1_000);
    const samples = await scrape();
    const names = Object.keys(samples).filter((name) => /lag|parked|head/.test(name));
    expect(names).toEqual([]);
    expect(samples).toMatchObject({
      'log_consumer_scrape_up{consumer="projector"}': 0,
      'log_consumer_scrape_errors_total{consumer="projector"}': 1,
    });
    readLag = () => Promise.resolve(behind);
    vi.advanceTimersByTime(1_000);
    expect(await scrape()).toMatchObject({
      log_head_events: 12,
      'log_consumer_scrape_up{consumer="projector"}': 1,
      'log_consumer_scrape_errors_total{consumer="projector"}': 1,
    });
  });

  test("age the heartbeat of a member that gives none", async () => {
    const seenAt = Date.now();
    probe.watch({ ...member, lastHeartbeatAt: () => seenAt }, silence);
    vi.advanceTimersByTime(25_000);
    expect(await scrape()).toMatchObject({
      'log_consumer_heartbeat_age_seconds{consumer="projector"}': 25,
    });
  });

  test("take a clock that was set back for no heartbeat from the future", async () => {
    probe.watch({ ...member, lastHeartbeatAt: () => Date.now() + 60_000 }, silence);
    expect(await scrape()).toMatchObject({
      'log_consumer_heartbeat_age_seconds{consumer="projector"}': 0,
    });
  });

  test("show the parts, the source and the records of the member, once however often scraped", async () => {
    probe.watch(member, silence);
    await scrape();
    expect(await scrape()).toMatchObject({
      'log_consumer_parts{consumer="projector"}': 3,
      'log_consumer_source{consumer="projector",source="postgres"}': 0,
      'log_consumer_source{consumer="projector",source="kafka"}': 1,
      'log_consumer_records_total{consumer="projector",source="postgres"}': 5,
      'log_consumer_records_total{consumer="projector",source="kafka"}': 70,
    });
  });

  test("show whether announcements are trusted now, and how many were heard", async () => {
    let isReliable = false;
    const subscribers: (() => void)[] = [];
    const subscribe = (heard: () => void) => {
      subscribers.push(heard);
      return () => undefined;
    };
    probe.watch(member, { isReliable: () => isReliable, subscribe });
    expect(await scrape()).toMatchObject({
      'log_announcements_reliable{consumer="projector"}': 0,
      'log_announcements_heard_total{consumer="projector"}': 0,
    });
    isReliable = true;
    for (const heard of [...subscribers, ...subscribers]) heard();
    expect(await scrape()).toMatchObject({
      'log_announcements_reliable{consumer="projector"}': 1,
      'log_announcements_heard_total{consumer="projector"}': 2,
    });
  });

  test("count deliveries that succeeded, and failures as they are reported", async () => {
    const delivery = { batches: [{ records: [1, 2] }, { records: [3] }] };
    await probe.observing(() => Promise.resolve())(delivery);
    const failing = probe.observing(() => Promise.reject(new Error("refused")));
    await expect(failing(delivery)).rejects.toThrow("refused");
    probe.failed();
    expect(await scrape()).toMatchObject({
      'log_delivery_records_sum{consumer="projector"}': 3,
      'log_delivery_records_count{consumer="projector"}': 1,
      'log_delivery_seconds_count{consumer="projector"}': 1,
      'log_delivery_failures_total{consumer="projector"}': 1,
    });
  });

  test("of several consumers stand beside each other", async () => {
    const metrics = createConsumerMetrics(new Registry());
    expect(() => {
      for (const name of ["projector", "relay"]) metrics.add(name, () => readLag());
    }).not.toThrow();
  });
});

const member: ConsumerView = {
  assignment: () => [1, 2, 3],
  lastHeartbeatAt: () => Date.now(),
  source: () => "kafka",
  delivered: () => ({ postgres: 5, kafka: 70 }),
};

const silence: AnnouncementsView = { isReliable: () => false, subscribe: () => () => undefined };
