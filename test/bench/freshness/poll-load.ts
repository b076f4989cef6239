// Polls lists evenly, as integrators do: reads a PollLoad from standard input and prints what came of it. Times count from when a request was due, so that
// one that had to wait for others is as slow as it was for its sender.
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { quantile } from "../webhooks/figures.ts";
import type { PollLoad, Polled } from "./poll-lists.ts";

const connections = 32;

// as: poll-lists.ts writes it
const { apiUrl, keys, perSecond, seconds } = JSON.parse(await text(process.stdin)) as PollLoad;
const api = new Pool(apiUrl, { connections });
const times: number[] = [];
const underWay = new Set<Promise<void>>();
// the connections are there before anything is timed
await Promise.all(Array.from({ length: connections }, (_, n) => poll(n, performance.now())));
times.length = 0;
const startedAt = performance.now();
const total = perSecond * seconds;
for (let n = 0; n < total;) {
  const due = startedAt + (n / perSecond) * 1_000;
  if (performance.now() < due) await delay(1);
  else {
    const polling = poll(n, due).finally(() => underWay.delete(polling));
    underWay.add(polling);
    n += 1;
  }
}
await Promise.all(underWay);
await api.close();
const polled: Polled = {
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  count: times.length,
};
process.stdout.write(JSON.stringify(polled));

async function poll(n: number, due: number): Promise<void> {
  const key = keys[n % keys.length] ?? "";
  const answer = await api.request({
    method: "GET",
    path: "/api/v1/shipments",
    headers: { authorization: `Bearer ${key}` },
  });
  const page = await answer.body.text();
  if (answer.statusCode !== 200 || page.length < 1_000) throw new Error(`polled: ${page}`);
  times.push(performance.now() - due);
}
