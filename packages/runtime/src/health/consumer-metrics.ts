import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { createSharedReading, type SharedReading } from "./shared-reading.ts";

/** A consumer's lag as the database computes it at the moment of asking. */
export interface ConsumerLag {
  /** Events in the log, all parts together. */
  readonly headEvents: number;
  /** Every part of the log. `seconds`: age of the oldest event that is not applied, 0 when all are, null when it is not known. */
  readonly parts: readonly {
    readonly part: number;
    readonly events: number;
    readonly seconds: number | null;
  }[];
  /** Streams set aside; null for a consumer that parks none. */
  readonly parkedStreams: number | null;
}

/** What is seen of a running consumer: a `RunningConsumer` of the event log is one. */
export interface ConsumerView {
  assignment(): readonly number[];
  /** Ms since the epoch. */
  lastHeartbeatAt(): number;
  source(): string;
  delivered(): Readonly<Record<string, number>>;
}

/** What is seen of the announcements of commits: the `news` of an engine of the event log is one. */
export interface AnnouncementsView {
  /** False while the readers poll, because announcements are not known to get through. */
  isReliable(): boolean;
  /** `heard` is called with each announcement. */
  subscribe(heard: () => void): () => void;
}

/** What a consumer tells its metrics. */
export interface ConsumerProbe {
  /** Wraps the handler of deliveries: their sizes and times are counted when they succeed. */
  observing<Delivery extends CountedDelivery>(
    handle: (delivery: Delivery) => Promise<void>,
  ): (delivery: Delivery) => Promise<void>;
  /** A failure was reported to `onError`. */
  failed(): void;
  /** From now on heartbeat, parts and source of this member are shown, and the announcements that it hears. To be called once. */
  watch(member: ConsumerView, announcements: AnnouncementsView): void;
}

interface CountedDelivery {
  readonly batches: readonly { readonly records: readonly unknown[] }[];
}

export interface ConsumerMetrics {
  /**
   * `consumer`: its name in the log, for example `projector`. `readLag` asks the database, and is called at most once a second however often
   * somebody scrapes; when it rejects or takes longer than a second, this scrape has no lag, and says so.
   */
  add(consumer: string, readLag: () => Promise<ConsumerLag>): ConsumerProbe;
}

/**
 * The `log_…` metrics of the process's consumers. Nothing about the lag is remembered between scrapes: what cannot be read is absent,
 * with `log_consumer_scrape_up` at 0. Each process shows the lag of all parts, so that a dead member's parts are seen by the others.
 */
export function createConsumerMetrics(registry: Registry): ConsumerMetrics {
  const consumers = new Map<string, Consumer>();
  let refreshing: Promise<void> | null = null;
  // every metric asks while a scrape collects, and all get the same answer
  const collect = (): Promise<void> => {
    refreshing ??= refresh(metrics, consumers).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const metrics = createMetricSet(registry, collect);
  return {
    add(consumer, readLag) {
      const entry: Consumer = { lag: createSharedReading(readLag), watched: null };
      consumers.set(consumer, entry);
      metrics.failures.inc({ consumer }, 0);
      metrics.scrapeErrors.inc({ consumer }, 0);
      return {
        observing: (handle) => observing(metrics, consumer, handle),
        failed: () => {
          metrics.failures.inc({ consumer });
        },
        watch: (member, announcements) => {
          entry.watched = { member, announcements };
          metrics.heard.inc({ consumer }, 0);
          announcements.subscribe(() => {
            metrics.heard.inc({ consumer });
          });
        },
      };
    },
  };
}

interface Consumer {
  readonly lag: SharedReading<ConsumerLag>;
  watched: Watched | null;
}

interface Watched {
  readonly member: ConsumerView;
  readonly announcements: AnnouncementsView;
}

type MetricSet = ReturnType<typeof createMetricSet>;

function createMetricSet(registry: Registry, collect: () => Promise<void>) {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers, collect });
  return {
    lagEvents: gauge("log_consumer_lag_events", "Events that the consumer has not applied yet", [
      "consumer",
      "part",
    ]),
    lagSeconds: gauge(
      "log_consumer_lag_seconds",
      "Age of the oldest event that the consumer has not applied yet, by the database's clock",
      ["consumer", "part"],
    ),
    headEvents: gauge("log_head_events", "Events in the log", []),
    parked: gauge("parked_streams", "Streams set aside behind an event that cannot be applied", [
      "consumer",
    ]),
    heartbeatAge: gauge(
      "log_consumer_heartbeat_age_seconds",
      "Time since this process's member last looked at the log or finished a delivery",
      ["consumer"],
    ),
    parts: gauge("log_consumer_parts", "Parts of the log that this process's member owns", [
      "consumer",
    ]),
    source: gauge("log_consumer_source", "1 for where this member's records come from now", [
      "consumer",
      "source",
    ]),
    records: new Counter({
      name: "log_consumer_records_total",
      help: "Records handed to the handler, repeated ones included",
      labelNames: ["consumer", "source"],
      registers,
      collect,
    }),
    reliable: gauge(
      "log_announcements_reliable",
      "1 while announcements of commits get through to this process, 0 while it polls the log",
      ["consumer"],
    ),
    heard: new Counter({
      name: "log_announcements_heard_total",
      help: "Announcements of commits that this process heard, its own ones included",
      labelNames: ["consumer"],
      registers,
    }),
    scrapeUp: gauge("log_consumer_scrape_up", "1 when the lag could be read for this scrape", [
      "consumer",
    ]),
    scrapeErrors: new Counter({
      name: "log_consumer_scrape_errors_total",
      help: "Scrapes for which the lag could not be read",
      labelNames: ["consumer"],
      registers,
      collect,
    }),
    failures: new Counter({
      name: "log_delivery_failures_total",
      help: "Deliveries or looks at the log that failed and are tried again",
      labelNames: ["consumer"],
      registers,
    }),
    deliveryRecords: new Histogram({
      name: "log_delivery_records",
      help: "Records of a delivery",
      labelNames: ["consumer"],
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: "log_delivery_seconds",
      help: "Duration of a delivery's handling, the commit included",
      labelNames: ["consumer"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}

function observing<Delivery extends CountedDelivery>(
  metrics: MetricSet,
  consumer: string,
  handle: (delivery: Delivery) => Promise<void>,
): (delivery: Delivery) => Promise<void> {
  return async (delivery) => {
    const startedAt = performance.now();
    await handle(delivery);
    const records = delivery.batches.reduce((sum, batch) => sum + batch.records.length, 0);
    metrics.deliveryRecords.observe({ consumer }, records);
    metrics.deliverySeconds.observe({ consumer }, (performance.now() - startedAt) / 1_000);
  };
}

async function refresh(
  metrics: MetricSet,
  consumers: ReadonlyMap<string, Consumer>,
): Promise<void> {
  const readings = await Promise.all(
    [...consumers].map(async ([consumer, { lag, watched }]) => ({
      consumer,
      watched,
      lag: await lag.current(),
    })),
  );
  const { lagEvents, lagSeconds, parked, heartbeatAge, parts, source, records } = metrics;
  for (const metric of [lagEvents, lagSeconds, parked, heartbeatAge, parts, source, records]) {
    metric.reset();
  }
  // a gauge without labels is reset to 0, which would be a statement
  metrics.headEvents.remove();
  for (const { consumer, watched, lag } of readings) {
    if (watched !== null) showMember(metrics, consumer, watched);
    metrics.scrapeUp.set({ consumer }, lag === null ? 0 : 1);
    if (lag === null) metrics.scrapeErrors.inc({ consumer });
    else showLag(metrics, consumer, lag);
  }
}

function showMember(
  metrics: MetricSet,
  consumer: string,
  { member, announcements }: Watched,
): void {
  metrics.reliable.set({ consumer }, announcements.isReliable() ? 1 : 0);
  // a clock that was set back is no heartbeat from the future
  const ageMs = Math.max(Date.now() - member.lastHeartbeatAt(), 0);
  metrics.heartbeatAge.set({ consumer }, ageMs / 1_000);
  metrics.parts.set({ consumer }, member.assignment().length);
  const now = member.source();
  for (const [source, count] of Object.entries(member.delivered())) {
    metrics.source.set({ consumer, source }, source === now ? 1 : 0);
    metrics.records.inc({ consumer, source }, count);
  }
}

function showLag(metrics: MetricSet, consumer: string, lag: ConsumerLag): void {
  metrics.headEvents.set(lag.headEvents);
  if (lag.parkedStreams !== null) metrics.parked.set({ consumer }, lag.parkedStreams);
  for (const { part, events, seconds } of lag.parts) {
    metrics.lagEvents.set({ consumer, part }, events);
    if (seconds !== null) metrics.lagSeconds.set({ consumer, part }, seconds);
  }
}
