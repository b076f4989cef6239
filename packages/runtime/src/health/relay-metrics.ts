import type { Registry } from "prom-client";
import { createCounter } from "./counter.ts";

export interface RelayMetrics {
  /** So many records were acknowledged by the topic. */
  published(records: number): void;
  /** So many records were sent though they may be in the topic already. */
  resent(records: number): void;
  /** So many offsets of the topic were found to be lost. */
  lost(records: number): void;
}

/** What the relay does to the topic, beside the metrics that every consumer has. */
export function createRelayMetrics(registry: Registry): RelayMetrics {
  const published = createCounter(registry, {
    name: "relay_published_records_total",
    help: "Records acknowledged by the topic",
    labels: [],
  });
  const resent = createCounter(registry, {
    name: "relay_resent_total",
    help: "Records sent again after a doubt whether the topic has them",
    labels: [],
  });
  const lost = createCounter(registry, {
    name: "relay_lost_topic_records_total",
    help: "Records that the topic had acknowledged and lost",
    labels: [],
  });
  return {
    published: (records) => {
      published({}, records);
    },
    resent: (records) => {
      resent({}, records);
    },
    lost: (records) => {
      lost({}, records);
    },
  };
}
