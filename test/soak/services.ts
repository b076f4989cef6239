// npm run soak:services -- [--minutes 20] [--kafka] [--json file]: memory of each service, each a process of its own, under a steady load of commands, polls,
// public pages and webhooks. A line a minute, then the slope of each process; exit code 1 when one grows or the load met an error. A database of its own.
import { parseArgs } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import { loadavg } from "node:os";
import { startBenchServices } from "../bench/services/bench-services.ts";
import { openKafka } from "../bench/services/kafka.ts";
import { writeFigures } from "../bench/figure.ts";
import { startSink } from "../bench/webhooks/sink.ts";
import { startServiceLoad } from "./services/load.ts";
import { figuresOf, judgeMemory, type MemorySample } from "./services/judge-memory.ts";
import { readMemory } from "./services/read-memory.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    kafka: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const everyMs = 2_000;
// what a start leaves behind is collected by then
const settleMs = Math.min(60_000, minutes * 10_000);

const kafka = values.kafka ? await openKafka() : null;
if (typeof kafka === "string") throw new Error(kafka);
const sink = await startSink();
const services = await startBenchServices({
  kafka,
  tenantNames: ["alpine", "nordic"],
  settings: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOW_LOOPBACK: "true" },
});
try {
  const load = await startServiceLoad(services, sink);
  const samples = await watch(minutes * 60_000);
  const done = await load.stop();
  say(
    `${done.summary}, load ${loadavg()
      .map((n) => n.toFixed(1))
      .join(" ")}`,
  );
  const verdicts = judgeMemory(samples);
  for (const { what, passed, figures } of verdicts) {
    say(`${passed ? "yes" : "NO "}  ${what}: ${figures}`);
  }
  for (const error of done.errors) say(`NO   ${error}`);
  if (done.errors.length > 0 || verdicts.some(({ passed }) => !passed)) process.exitCode = 1;
  if (values.json !== undefined) writeFigures(values.json, figuresOf(samples));
} finally {
  await services.stop();
  await sink.close();
  await kafka?.stop();
}

async function watch(ms: number): Promise<readonly MemorySample[]> {
  await delay(settleMs);
  const samples: MemorySample[] = [];
  const startedAt = performance.now();
  let shown = 0;
  while (performance.now() - startedAt < ms) {
    const atMinutes = (performance.now() - startedAt) / 60_000;
    samples.push({ atMinutes, processes: await readMemory(services) });
    if (Math.floor(atMinutes) > shown) {
      shown = Math.floor(atMinutes);
      say(`minute ${String(shown)}: ${lineOf(samples.at(-1))}`);
    }
    await delay(everyMs);
  }
  return samples;
}

function lineOf(sample: MemorySample | undefined): string {
  return [...(sample?.processes ?? [])]
    .map(([name, { rss, inUse }]) => {
      const heap = inUse === null ? "" : ` (${mb(inUse)} in use)`;
      return `${name} ${mb(rss)} MB${heap}`;
    })
    .join(", ");
}

function mb(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
