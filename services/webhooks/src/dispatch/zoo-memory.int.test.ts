import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesInUse } from "../fixtures/bytes-in-use.ts";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { quickAnimals } from "../fixtures/zoo/quick-animals.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "../send/sender.ts";

/** As many as an endpoint has slots: none waits for another one's failure. */
const messagesPerRound = 4;
const perRound = messagesPerRound * quickAnimals.length;

let at: Dispatching;
let zoo: Zoo;
let sender: Sender;
beforeAll(async () => {
  at = await Dispatching.start();
  zoo = await startZoo();
  const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
  sender = createSender({ rules, drainMs: 100, keepAliveMs: 1_000 });
  for (const name of quickAnimals) {
    await at.tables.endpoint({ url: `http://127.0.0.1:${String(zoo.httpPort)}/${name}` });
  }
  at.worker({ sender });
});

afterAll(async () => {
  await at.close();
  await sender.close();
  await zoo.close();
  expect(at.errors).toEqual([]);
});

test(
  "hundreds of attempts of the whole dispatcher at the zoo leave nothing behind",
  { timeout: 180_000 },
  async () => {
    await visit(5);
    const before = await settledBytes();
    await visit(12);
    const grown = (await settledBytes()) - before;
    // 1 KB left behind per attempt would be 768 KB, a kept result or connection far more
    expect(12 * perRound).toBe(768);
    expect(grown).toBeLessThan(768 * 1024);
  },
);

async function visit(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await at.put(at.messages(messagesPerRound));
    await eventually(async () => expect(await endedFirstAttempts()).toBe(perRound));
    // what failed is not tried again, and the failures are forgotten: the next round is like this one
    await eventually(async () => {
      await at.rows("delete from hooks.deliveries where claim_id is null");
      expect(await at.queue()).toEqual([]);
    });
    await at.rows("delete from hooks.attempts");
    await at.forgive();
    zoo.forget();
  }
}

async function endedFirstAttempts(): Promise<number> {
  const [row] = await at.rows<{ n: number }>(
    `select count(*)::integer as n
     from hooks.attempts
     where number = 1
       and finished_at is not null`,
  );
  return row?.n ?? 0;
}

/** Once every connection to the zoo is closed. */
async function settledBytes(): Promise<number> {
  await eventually(() => expect([sender.counts().endpoints, zoo.open()]).toEqual([0, 0]));
  zoo.forget();
  return await bytesInUse();
}
