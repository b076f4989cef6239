// npm run bench:freshness -- [rounds] [--kafka]: from a command's answer to its effect in the list, over HTTP, beside the time of one list request; idle
// and while events arrive at half the rate that was reached before; CPU of all processes while nothing happens. With KAFKA_BROKERS, or a broker of its
// own with --kafka, the events go through Kafka.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { type Demo, makeDataDir, readDemo, startInstance } from "../flows/support/instance.ts";
import { keyClient, signIn } from "../flows/support/client.ts";
import { measureCapacity, startLoad } from "./log-load.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

const args = process.argv.slice(2);
const rounds = Number(args.find((argument) => /^\d+$/.test(argument)) ?? "300");
const kafka = await openKafka();

// a reader that waits longer than this has found a fault
const patienceMs = 20_000;
const idleSeconds = 10;

const dataDir = makeDataDir();
const instance = startInstance({
  dataDir: dataDir.path,
  arguments: ["--no-simulator"],
  env: kafka.env,
});
try {
  await instance.ready();
  say(kafka.title);
  await measureIdleCpu([instance.pid, ...kafka.pids]);
  const demo = readDemo(dataDir.path);
  await measureFreshness("idle", demo);
  await underLoad(demo);
} finally {
  instance.kill("SIGTERM");
  await instance.exited;
  await kafka.stop();
  dataDir.remove();
}

interface KafkaOfBench {
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of brokers of its own. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

async function openKafka(): Promise<KafkaOfBench> {
  const given = process.env["KAFKA_BROKERS"] ?? "";
  const topic = { KAFKA_TOPIC: `bench.${randomUUID()}` };
  const stop = async (): Promise<void> => undefined;
  if (given !== "") {
    const env = { KAFKA_BROKERS: given, ...topic };
    return { title: `through Kafka at ${given}`, env, pids: [], stop };
  }
  if (!args.includes("--kafka")) return { title: "without Kafka", env: {}, pids: [], stop };
  const { startLocalKafka } = await import("@shipment-tracking/testing");
  const local = await startLocalKafka();
  return {
    title: `through Apache Kafka ${local.version} of its own`,
    env: { KAFKA_BROKERS: local.brokers.join(","), ...topic },
    pids: local.pids,
    stop: () => local.stop(),
  };
}

async function measureIdleCpu(pids: readonly number[]): Promise<void> {
  // what the start left to do
  await delay(3_000);
  const before = pids.map((pid) => cpuSecondsOf([pid]));
  await delay(idleSeconds * 1_000);
  const shares = pids.map((pid, index) => {
    const used = cpuSecondsOf([pid]) - (before[index] ?? 0);
    return `${((used / idleSeconds) * 100).toFixed(1)} %`;
  });
  const [service = "?", ...brokers] = shares;
  say(
    `idle CPU of a core: service and its PostgreSQL ${service}${brokers.length > 0 ? `, Kafka ${brokers.join(", ")}` : ""}`,
  );
}

async function underLoad(demo: Demo): Promise<void> {
  // as: written by npm start
  const { urls } = JSON.parse(readFileSync(join(dataDir.path, "runtime.json"), "utf8")) as {
    urls: Record<"web" | "projector", string>;
  };
  const open = (url: string): Pool => createPool({ url, applicationName: "bench", max: 2 });
  const web = open(urls.web);
  const projector = open(urls.projector);
  try {
    const capacity = await measureCapacity(web, projector, 20_000);
    say(`20,000 events, appended to applied: ${capacity.toFixed(0)} events/s`);
    const load = startLoad(web, capacity / 2);
    await measureFreshness(`at ${(capacity / 2).toFixed(0)} events/s`, demo);
    say(`the load was ${(await load.stop()).toFixed(0)} events/s`);
  } finally {
    await Promise.all([web.end(), projector.end()]);
  }
}

async function measureFreshness(when: string, demo: Demo): Promise<void> {
  const [tenant] = demo.tenants;
  if (tenant === undefined) throw new Error("no demo tenant");
  const dispatcher = await signIn(demo, tenant.dispatcher);
  const integrator = keyClient(demo, tenant.apiKey);
  const visible: number[] = [];
  const baseline: number[] = [];
  const newest = async (): Promise<unknown> =>
    (await integrator.send("GET", "/v1/shipments?limit=1")).json[0]?.id;
  for (let round = 0; round < rounds; round += 1) {
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    if (created.status !== 201) throw new Error(`the command failed: ${created.text}`);
    const answered = performance.now();
    while ((await newest()) !== created.json.shipment.id) {
      if (performance.now() - answered > patienceMs) throw new Error("never visible");
    }
    visible.push(performance.now() - answered);
    const before = performance.now();
    await newest();
    baseline.push(performance.now() - before);
  }
  say(line(`answered → visible, ${when}`, visible));
  say(line(`one list request, ${when}`, baseline));
}

function line(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1);
  return `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${String(times.length)} rounds)`;
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
