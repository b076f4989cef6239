import { Agent, request } from "undici";
import { say, spread } from "./figures.ts";
import { addDeliveries } from "./fill-queue.ts";
import { addTenants, type Bench, clearQueue, startWorker } from "./queue.ts";
import { clockMs } from "./sink.ts";

const tenants = 16;
const endpoints = 4;
const perEndpoint = 60;
const rounds = 5;
const deliveries = tenants * endpoints * perEndpoint;
/** Of the bare loop: as many connections as it has requests under way. */
const connections = 64;

/** (a) Signed, durable deliveries a second beside a loop of plain requests with the same bodies, in turns. */
export async function measureThroughput(bench: Bench): Promise<void> {
  const agent = new Agent({ connections });
  const durable: number[] = [];
  const bare: number[] = [];
  const ratios: number[] = [];
  // the first round warms up
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await deliverAll(bench);
    const plain = await requestAll(bench, agent);
    await clearQueue(bench);
    if (round === 0) continue;
    durable.push(ours);
    bare.push(plain);
    ratios.push(ours / plain);
  }
  await agent.close();
  say(
    `(a) ${String(rounds)} rounds of ${String(deliveries)} deliveries to ${String(tenants * endpoints)} endpoints`,
  );
  say(`  durable deliveries/s: ${spread(durable)}`);
  say(`  bare undici.request/s, ${String(connections)} connections: ${spread(bare)}`);
  say(`  ratio: ${spread(ratios, 2)}`);
}

async function deliverAll(bench: Bench): Promise<number> {
  const ids = await addTenants(bench, { tenants, endpoints, url: bench.sink.url });
  await addDeliveries(bench.database.admin, ids, { perEndpoint });
  const startedAt = clockMs();
  let delivered = 0;
  let done = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const worker = startWorker(bench, {
    onCompleted: (summary) => {
      delivered += summary.delivered;
      if (delivered >= deliveries) done();
    },
  });
  await all;
  const seconds = (clockMs() - startedAt) / 1_000;
  await worker.stop();
  const arrived = new Set((await bench.sink.take()).map(({ id }) => id)).size;
  if (arrived !== deliveries)
    throw new Error(`${String(arrived)} of ${String(deliveries)} arrived`);
  return deliveries / seconds;
}

async function requestAll({ database, sink }: Bench, agent: Agent): Promise<number> {
  const { rows } = await database.admin.query<{ body: Buffer }>({
    text: "select messages.body from hooks.messages",
  });
  const bodies = rows.map(({ body }) => body).values();
  const headers = { "content-type": "application/json; charset=utf-8" };
  const startedAt = clockMs();
  const loop = async (): Promise<void> => {
    for (const body of bodies) {
      const answer = await request(sink.url, { method: "POST", body, headers, dispatcher: agent });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return rows.length / ((clockMs() - startedAt) / 1_000);
}
