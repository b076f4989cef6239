import { afterAll, beforeAll, expect, test } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import type { TestEndpoint } from "../fixtures/hooks-tables.ts";
import { startStrangers, type Strangers } from "../fixtures/zoo/strangers.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "../send/sender.ts";

/** Everything in the zoo that takes as long as it may. */
const hangingAnimals = ["silent", "slow-headers", "byte-per-100-ms", "failing-byte-per-100-ms"];
const hangingStrangers = ["dns-never-answers", "black-hole", "tls-silent", "deaf"];
const hanging = hangingAnimals.length + hangingStrangers.length;
const slots = 4;

let at: Dispatching;
let zoo: Zoo;
let strangers: Strangers;
let sender: Sender;
let healthy: TestEndpoint;
beforeAll(async () => {
  at = await Dispatching.start();
  zoo = await startZoo();
  strangers = await startStrangers(zoo);
  const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
  // longer than the whole test: nothing ends and makes room
  const never = { connectTimeoutMs: 600_000, totalDeadlineMs: 600_000, drainMs: 600_000 };
  sender = createSender({ rules, resolve: strangers.resolve, ca: [zoo.ca], ...never });
  const urls = [
    ...hangingAnimals.map((name) => `http://127.0.0.1:${String(zoo.httpPort)}/${name}`),
    ...hangingStrangers.map((name) => strangers.urls[name] ?? ""),
  ];
  for (const url of urls) await at.tables.endpoint({ url });
  healthy = await at.tables.endpoint({ url: at.receiver.url });
});

afterAll(async () => {
  await at.close();
  await strangers.close();
  await sender.close();
  await zoo.close();
  expect(at.errors).toEqual([]);
});

/** Attempts that were begun and have not ended, of the endpoints that hang. */
async function hangingNow(): Promise<number> {
  const [row] = await at.rows<{ n: number }>(
    `select count(*)::integer as n
     from hooks.attempts
     where finished_at is null
       and endpoint_id <> $1`,
    [healthy.id],
  );
  return row?.n ?? 0;
}

test("a healthy endpoint of the same tenant gets everything while every animal that hangs has all its slots", async () => {
  await at.put(at.messages(slots));
  const worker = at.worker({ sender, drainMs: 100 });
  await eventually(async () => expect(await hangingNow()).toBe(hanging * slots));

  await at.put(at.messages(200 - slots));
  await eventually(() => expect(at.receiver.received).toHaveLength(200));
  const ids = at.receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  expect(new Set(ids).size).toBe(200);
  // none of them had ended and let it pass
  expect(await hangingNow()).toBe(hanging * slots);
  expect(worker.inFlight()).toBeGreaterThanOrEqual(hanging * slots);
  const [begun] = await at.rows<{ n: number }>(
    "select count(*)::integer as n from hooks.attempts where endpoint_id <> $1",
    [healthy.id],
  );
  expect(begun?.n).toBe(hanging * slots);
});
