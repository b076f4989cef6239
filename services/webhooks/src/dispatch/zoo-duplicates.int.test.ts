import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  findDuplicates,
  undocumentedDuplicates,
} from "../../../../test/crash/webhooks/judge-duplicates.ts";
import type { Arrival } from "../../../../test/crash/webhooks/witness.ts";
import { Dispatching } from "../fixtures/dispatching.ts";
import type { TestEndpoint } from "../fixtures/hooks-tables.ts";
import { expectedOutcomes } from "../fixtures/zoo/outcomes.ts";
import type { ReceivedRequest } from "../fixtures/zoo/read-requests.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "../send/sender.ts";

/** Who never answers accepts nothing, and would only make this slow. */
const names = Object.keys(expectedOutcomes).filter(
  (name) => expectedOutcomes[name]?.errorClass !== "timeout",
);
const messagesPerRound = 4;
const rounds = 2;
const messages = rounds * messagesPerRound;

let at: Dispatching;
let zoo: Zoo;
let sender: Sender;
const endpoints = new Map<string, TestEndpoint>();

/** Every animal gets the same messages, over connections that are used again; what failed is tried once more. */
beforeAll(async () => {
  at = await Dispatching.start();
  zoo = await startZoo();
  const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
  // connections outlive a round
  sender = createSender({ rules, drainMs: 200, keepAliveMs: 30_000 });
  for (const name of names) {
    const url = `http://127.0.0.1:${String(zoo.httpPort)}/${name}`;
    endpoints.set(name, await at.tables.endpoint({ url }));
  }
  const worker = at.worker({ sender, drainMs: 20_000 });
  for (let round = 1; round <= rounds; round += 1) {
    await at.put(at.messages(messagesPerRound));
    await untilNoneIs("deliveries.attempts = 0 or deliveries.claim_id is not null");
  }
  await at.hurry();
  await untilNoneIs("deliveries.attempts < 2 or deliveries.claim_id is not null");
  await worker.stop();
}, 300_000);

afterAll(async () => {
  await at.close();
  await sender.close();
  await zoo.close();
  expect(at.errors).toEqual([]);
});

/** Meanwhile nobody rests because others of the same animal failed. */
async function untilNoneIs(condition: string): Promise<void> {
  const count = async () => {
    await at.forgive();
    const text = `select count(*)::integer as n from hooks.deliveries where ${condition}`;
    expect(await at.rows(text)).toEqual([{ n: 0 }]);
  };
  await vi.waitFor(count, { timeout: 120_000, interval: 200 });
}

/** Whether the animal took this request: it answered 2xx, or began to. */
function accepts(name: string, request: ReceivedRequest, n: number): boolean {
  if (name === "error-500-then-ok") return n > 0;
  if (name.endsWith("-when-reused")) return request.onConnection === 1;
  return expectedOutcomes[name]?.outcome === "delivered";
}

function arrivalsAt(name: string): readonly Arrival[] {
  return zoo.received(name).map((request, n) => ({
    at: n,
    endpoint: name,
    webhookId: request.headers["webhook-id"] ?? "",
    attempt: Number(request.headers["webhook-attempt"]),
    shipmentId: "",
    sequence: 2,
    body: request.body,
    status: accepts(name, request, n) ? 204 : 500,
    signatureFault: null,
  }));
}

test("what an animal accepted never came again: no worker had died", () => {
  const arrivals = names.flatMap(arrivalsAt);
  expect(arrivals.length).toBeGreaterThan(names.length * messages);
  expect(undocumentedDuplicates(findDuplicates(arrivals), [])).toEqual([]);
});

test("every message was accepted once by each animal that accepts", () => {
  // who breaks off in its answer may do so again at the next attempt
  const accepting = names.filter(
    (name) => expectedOutcomes[name]?.outcome === "delivered" && name !== "half-a-head-when-reused",
  );
  const accepted = accepting.map((name) => [
    name,
    new Set(
      arrivalsAt(name)
        .filter(({ status }) => status === 204)
        .map(({ webhookId }) => webhookId),
    ).size,
  ]);
  expect(accepted).toEqual(accepting.map((name) => [name, messages]));
});

test("each request is an attempt that is written down, or its one quick retry on a new connection", async () => {
  const made = await at.rows<{ id: string; requests: number }>(
    `select endpoint_id as id, sum(1 + quick_retries)::integer as requests
     from hooks.attempts
     group by endpoint_id`,
  );
  const requests = new Map(made.map((row) => [row.id, row.requests]));
  const written = names.map((name) => [name, requests.get(endpoints.get(name)?.id ?? "")]);
  expect(written).toEqual(names.map((name) => [name, zoo.received(name).length]));
  const quick = await at.rows("select from hooks.attempts where quick_retries > 0");
  expect(quick.length).toBeGreaterThan(0);
});
