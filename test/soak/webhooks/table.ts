import { loadavg } from "node:os";
import type { Sample } from "./judge-samples.ts";
import type { Received } from "./receivers.ts";
import type { TableState } from "./sample.ts";

const columns = [
  "minute",
  "live",
  "dead",
  "pages",
  "index",
  "HOT",
  "vacuums",
  "health dead",
  "pages",
  "HOT",
  "vacuums",
  "claim p50",
  "p99 ms",
  "RSS MB",
  "in use",
  "in flight",
  "oldest due s",
  "accepted/s",
  "500",
  "429",
  "no answer",
  "load",
];

export function heading(exact: boolean): string {
  const counted = exact ? "pgstattuple" : "pg_stat_user_tables";
  return `rows of hooks.deliveries counted by ${counted}, then hooks.endpoint_health\n${columns.join(" | ")}`;
}

export function lineOf(
  sample: Sample,
  more: { readonly received: Received; readonly inFlight: number; readonly everySeconds: number },
): string {
  const { deliveries, health } = sample;
  const { received, inFlight, everySeconds } = more;
  const [load = 0] = loadavg();
  return [
    (sample.atSeconds / 60).toFixed(1),
    deliveries.live,
    deliveries.dead,
    deliveries.pages,
    deliveries.indexPages,
    hotShare(deliveries),
    deliveries.autovacuums,
    health.dead,
    health.pages,
    hotShare(health),
    health.autovacuums,
    sample.claimP50Ms.toFixed(1),
    sample.claimP99Ms.toFixed(1),
    (sample.rssBytes / 1024 / 1024).toFixed(0),
    (sample.inUseBytes / 1024 / 1024).toFixed(1),
    inFlight,
    sample.readySeconds.toFixed(1),
    (received.accepted.length / everySeconds).toFixed(0),
    received.failed,
    received.throttled,
    received.unanswered,
    load.toFixed(1),
  ].join(" | ");
}

function hotShare({ updates, hotUpdates }: TableState): string {
  return `${((100 * hotUpdates) / Math.max(1, updates)).toFixed(0)} %`;
}
