import { randomUUID } from "node:crypto";
import type { DispatcherOptions, startDispatcher } from "@shipment-tracking/webhooks-service";
import { Agent, request } from "undici";
import type { BenchFigure } from "../figure.ts";
import { type CpuUse, cpuMicros, cpuUse } from "./cpu.ts";
import { figureOf, quantile, say } from "./figures.ts";
import { addDeliveries } from "./fill-queue.ts";
import { loadShippedWorker } from "./load-shipped.ts";
import {
  addTenants,
  type Bench,
  clearQueue,
  emptyQueue,
  newPool,
  newSender,
  startWorker,
} from "./queue.ts";
import { clockMs } from "./sink.ts";

const tenants = 16;
const endpoints = 4;
const perEndpoint = 250;
const rounds = 7;
const deliveries = tenants * endpoints * perEndpoint;
const bareMs = 2_000;
/** Of the bare loop: as many connections as it has requests under way. */
const connections = 64;

interface Run {
  readonly perSecond: number;
  /** Of one delivery or request. */
  readonly cpu: CpuUse;
}

/** (a) Signed, durable deliveries a second beside a loop of plain requests of the same bytes to the same sink, in turns. */
export async function measureThroughput(bench: Bench): Promise<readonly BenchFigure[]> {
  const shipped = await loadShippedWorker();
  const pool = newPool(bench.database, shipped.createPool);
  const sender = newSender(shipped.createSender);
  const agent = new Agent({ connections });
  try {
    const worker = { ...bench, pool, sender, start: shipped.startDispatcher };
    return await measureRounds(worker, agent);
  } finally {
    await agent.close();
    await sender.close();
    await pool.end();
    await clearQueue(bench);
  }
}

interface Shipped extends Bench {
  readonly start: typeof startDispatcher;
}

async function measureRounds(bench: Shipped, agent: Agent): Promise<readonly BenchFigure[]> {
  const durable: Run[] = [];
  const bare: Run[] = [];
  // the same endpoints in all rounds: both sides keep their connections
  const ids = await addTenants(bench, { tenants, endpoints, url: bench.sink.url });
  // the first round warms up
  for (let round = 0; round <= rounds; round += 1) {
    const bodies = await fillQueue(bench, ids);
    // neither is always the one that comes after the filling
    const early = round % 2 === 0 ? await requestAll(bench, agent, bodies) : null;
    const ours = await deliverAll(bench);
    await emptyQueue(bench);
    const plain = early ?? (await requestAll(bench, agent, bodies));
    if (round === 0) continue;
    durable.push(ours);
    bare.push(plain);
    say(
      `  round ${String(round)}: ${shown("durable", ours)}; ${shown("bare", plain)}; ratio ${(ours.perSecond / plain.perSecond).toFixed(2)}`,
    );
  }
  return figures(durable, bare);
}

function shown(name: string, { perSecond, cpu }: Run): string {
  const parts = [`worker ${cpu.worker.toFixed(0)}`, `sink ${cpu.sink.toFixed(0)}`];
  if (name === "durable") parts.push(`PostgreSQL ${cpu.postgres.toFixed(0)}`);
  return `${name} ${perSecond.toFixed(0)}/s, CPU µs ${parts.join(" + ")}`;
}

function figures(durable: readonly Run[], bare: readonly Run[]): readonly BenchFigure[] {
  const total = ({ cpu }: Run): number => cpu.worker + cpu.sink + cpu.postgres;
  const ratio = durable.map((run, n) => run.perSecond / (bare[n]?.perSecond ?? Number.NaN));
  const cpuRatio = durable.map((run, n) => total(bare[n] ?? run) / total(run));
  const perDelivery = (part: keyof CpuUse): string =>
    quantile(
      durable.map(({ cpu }) => cpu[part]),
      0.5,
    ).toFixed(0);
  return [
    figureOf(ratio, {
      id: "P7",
      what: "signed durable deliveries/s ÷ bare undici.request loop, same bytes, same sink",
      unit: "ratio",
      floor: 0.4,
      aim: 0.6,
      note: `${String(deliveries)} deliveries to ${String(tenants * endpoints)} endpoints of ${String(tenants)} tenants a round`,
    }),
    figureOf(
      durable.map(({ perSecond }) => perSecond),
      {
        id: "P7 deliveries",
        what: "signed durable deliveries",
        unit: "/s",
        note: `median CPU µs each: worker ${perDelivery("worker")}, PostgreSQL ${perDelivery("postgres")}, sink ${perDelivery("sink")}`,
      },
    ),
    figureOf(
      bare.map(({ perSecond }) => perSecond),
      {
        id: "P7 bare",
        what: "bare undici.request loop",
        unit: "/s",
        note: `${String(connections)} connections`,
      },
    ),
    figureOf(cpuRatio, {
      id: "P7 CPU",
      what: "CPU of a bare request ÷ CPU of a delivery (database and sink included)",
      unit: "ratio",
      note: "hardly moved by what else the machine does",
    }),
  ];
}

/** Puts a round's deliveries into the queue; returns their bodies. */
async function fillQueue(bench: Bench, ids: readonly string[]): Promise<readonly Buffer[]> {
  await addDeliveries(bench.database.admin, ids, { perEndpoint });
  const { rows } = await bench.database.admin.query<{ body: Buffer }>({
    text: "select messages.body from hooks.messages",
  });
  return rows.map(({ body }) => body);
}

async function deliverAll(bench: Shipped): Promise<Run> {
  const before = cpuUse(bench);
  const startedAt = clockMs();
  let delivered = 0;
  let done = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const onCompleted: DispatcherOptions["onCompleted"] = (summary) => {
    delivered += summary.delivered;
    if (delivered >= deliveries) done();
  };
  const worker = startWorker(bench, { onCompleted }, bench.start);
  await all;
  const seconds = (clockMs() - startedAt) / 1_000;
  const cpu = cpuMicros(before, cpuUse(bench), deliveries);
  await worker.stop();
  const arrived = new Set((await bench.sink.take()).map(({ id }) => id)).size;
  if (arrived !== deliveries)
    throw new Error(`${String(arrived)} of ${String(deliveries)} arrived`);
  return { perSecond: deliveries / seconds, cpu };
}

/** What a delivery's request looks like, made once: nothing is signed. */
const headers = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "shipment-tracking-webhooks/1",
  "webhook-id": randomUUID(),
  "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
  "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
  "webhook-attempt": "1",
};

async function requestAll(bench: Bench, agent: Agent, bodies: readonly Buffer[]): Promise<Run> {
  const before = cpuUse(bench);
  const startedAt = clockMs();
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (clockMs() - startedAt < bareMs) {
      const body = bodies[sent % bodies.length] ?? null;
      sent += 1;
      const answer = await request(bench.sink.url, {
        method: "POST",
        body,
        headers,
        dispatcher: agent,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const seconds = (clockMs() - startedAt) / 1_000;
  const cpu = cpuMicros(before, cpuUse(bench), sent);
  await bench.sink.take();
  return { perSecond: sent / seconds, cpu };
}
