import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesInUse } from "../fixtures/bytes-in-use.ts";
import { quickAnimals } from "../fixtures/zoo/quick-animals.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "./sender.ts";

let zoo: Zoo;
let sender: Sender;

beforeAll(async () => {
  zoo = await startZoo();
  sender = createSender({
    rules: { allowHttp: true, allowLoopback: true, ports: "any" },
    drainMs: 100,
    keepAliveMs: 1000,
  });
});

afterAll(async () => {
  await sender.close();
  await zoo.close();
});

test("a thousand attempts at the zoo leave nothing behind", async () => {
  await visit(200);
  const before = await settledBytes();
  await visit(1000);
  const grown = (await settledBytes()) - before;
  // 1 KB left behind per attempt would be 1 MB, a kept connection far more
  expect(grown).toBeLessThan(1024 * 1024);
});

async function visit(attempts: number): Promise<void> {
  let sent = 0;
  const worker = async () => {
    while (sent < attempts) {
      const name = quickAnimals[sent++ % quickAnimals.length] ?? "";
      const url = `http://127.0.0.1:${String(zoo.httpPort)}/${name}`;
      const body = Buffer.alloc(2000, "a");
      await sender.send({ endpointId: name, url, headers: {}, body });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Once every connection is closed. */
async function settledBytes(): Promise<number> {
  const soon = { timeout: 20_000 };
  await expect.poll(() => sender.counts().endpoints, soon).toBe(0);
  await expect.poll(() => zoo.open(), soon).toBe(0);
  zoo.forget();
  return await bytesInUse();
}
