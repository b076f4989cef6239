// Polls lists evenly, as integrators do: takes a PollLoad at a time and sends what came of it, until disconnected. Times count from when a request was due,
// so that one that had to wait for others is as slow as it was for its sender.
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { quantile } from "../webhooks/figures.ts";
import type { PollLoad, Polled } from "./poll-lists.ts";

const connections = 32;

process.on("message", (load) => {
  // as: poll-lists.ts sends it
  void run(load as PollLoad).then((polled) => process.send?.(polled));
});

async function run({ apiUrl, keys, perSecond, seconds }: PollLoad): Promise<Polled> {
  const api = new Pool(apiUrl, { connections });
  const key = (n: number): string => keys[n % keys.length] ?? "";
  // the connections are there before anything is timed
  await Promise.all(Array.from({ length: connections }, (_, n) => poll(api, key(n))));
  const times: number[] = [];
  const underWay = new Set<Promise<void>>();
  const timed = async (polling: Promise<void>, due: number): Promise<void> => {
    await polling;
    times.push(performance.now() - due);
  };
  const startedAt = performance.now();
  const total = perSecond * seconds;
  for (let n = 0; n < total;) {
    const due = startedAt + (n / perSecond) * 1_000;
    const early = due - performance.now();
    // once a poll: who looks at the clock every millisecond takes from those who answer
    if (early > 0) await delay(Math.ceil(early));
    else {
      const polling = timed(poll(api, key(n)), due).finally(() => underWay.delete(polling));
      underWay.add(polling);
      n += 1;
    }
  }
  await Promise.all(underWay);
  await api.close();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length };
}

async function poll(api: Pool, key: string): Promise<void> {
  const answer = await api.request({
    method: "GET",
    path: "/api/v1/shipments",
    headers: { authorization: `Bearer ${key}` },
  });
  const page = await answer.body.text();
  if (answer.statusCode !== 200 || page.length < 1_000) throw new Error(`polled: ${page}`);
}
