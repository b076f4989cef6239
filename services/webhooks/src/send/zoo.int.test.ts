import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behaviours } from "../fixtures/zoo/behaviours.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "./sender.ts";
import type { SendResult } from "./send-result.ts";

// far more than an answer takes on a busy machine: what is slow there must not look like a hanging receiver
const deadlineMs = 6000;
const limits = {
  connectTimeoutMs: deadlineMs,
  totalDeadlineMs: deadlineMs,
  drainMs: 1500,
  keepAliveMs: 1000,
};
const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
const body = Buffer.from('{"type":"shipment.status_changed"}');

const failed = (failureClass: string, status: number | null = null) => ({
  outcome: "failed",
  class: failureClass,
  status,
});
const delivered = (status = 200) => ({ outcome: "delivered", status });
const throttled = (retryAfterMs: unknown, status = 429) => ({
  outcome: "throttled",
  retryAfterMs,
  status,
});

const whole = (text: string) => ({ excerpt: Buffer.from(text), responseBytes: text.length });
const cut = { excerpt: Buffer.alloc(8192, "a"), responseBytes: 64 * 1024 };

/** Per behaviour the exact recorded outcome of a first attempt. */
const recorded: Readonly<Record<string, object>> = {
  ok: { ...delivered(), ...whole('{"ok":true}') },
  "no-content": { ...delivered(204), ...whole("") },
  "accepted-without-length": { ...delivered(202), ...whole("until the end") },
  "http-1-0": { ...delivered(), ...whole("old") },
  "connection-close": { ...delivered(), ...whole("ok") },
  "moved-301": failed("redirect", 301),
  "found-302": failed("redirect", 302),
  "see-other-303": failed("redirect", 303),
  "temporary-307": failed("redirect", 307),
  "permanent-308": failed("redirect", 308),
  "bad-request-400": { ...failed("status", 400), ...whole("which field?") },
  "unauthorized-401": failed("status", 401),
  "not-found-404": failed("status", 404),
  "gone-410": { outcome: "gone", status: 410 },
  "throttled-429": throttled(120_000),
  "throttled-429-date": throttled(expect.toSatisfy((ms: number) => ms > 50_000 && ms <= 60_000)),
  "throttled-429-absurd": throttled(null),
  "throttled-429-forever": throttled(24 * 3_600_000),
  "throttled-503": throttled(null, 503),
  "error-500-then-ok": failed("status", 500),
  "status-999": failed("status", 999),
  "status-000": failed("protocol"),
  "status-100": failed("protocol"),
  "upgrade-101": failed("protocol"),
  "one-103": delivered(),
  "endless-103": failed("protocol"),
  silent: failed("timeout"),
  "slow-headers": failed("timeout"),
  "endless-headers": failed("too_large"),
  "big-headers": failed("too_large"),
  "byte-per-100-ms": { ...delivered(), excerpt: expect.toSatisfy(onlyTheLetterA) },
  "failing-byte-per-100-ms": {
    ...failed("status", 500),
    excerpt: expect.toSatisfy(onlyTheLetterA),
  },
  "endless-body": { ...delivered(), ...cut },
  "endless-chunk-extension": { ...delivered(), ...whole("") },
  "endless-trailers": { ...delivered(), ...whole("") },
  "body-5-mb": { ...delivered(), ...cut },
  "failing-5-mb": { ...failed("status", 500), ...cut },
  "gzip-bomb": { ...delivered(), excerpt: expect.toSatisfy(isGzip) },
  "nul-and-broken-utf8": {
    ...failed("status", 400),
    excerpt: Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x62]),
  },
  "close-after-5-of-100": { ...delivered(), ...whole("12345") },
  "failing-close-after-5-of-100": { ...failed("status", 500), ...whole("12345") },
  "close-in-head": failed("reset"),
  "close-at-once": failed("reset"),
  "reset-at-once": failed("reset"),
  "reset-when-reused": delivered(),
  "close-when-reused": delivered(),
  "half-a-head-when-reused": delivered(),
  garbage: failed("protocol"),
  "binary-garbage": failed("protocol"),
  "two-lengths": failed("protocol"),
  "bad-chunk": { ...delivered(), ...whole("") },
  "two-answers": delivered(),
};

let zoo: Zoo;
let sender: Sender;
const results = new Map<string, SendResult>();
const healthy: SendResult[] = [];

/** Eight at a time through one sender, with a healthy endpoint beside them all the time. */
beforeAll(async () => {
  zoo = await startZoo();
  sender = createSender({ ...limits, rules });
  await send("ok", "the first one");
  const names = Object.keys(behaviours);
  const visit = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      results.set(name, await send(name));
    }
  };
  const visited = Promise.all(Array.from({ length: 8 }, visit)).then(() => true);
  do {
    healthy.push(await send("ok", "the healthy one"));
  } while (!(await Promise.race([visited, soon()])));
});

afterAll(async () => {
  await sender.close();
  await zoo.close();
});

function send(behaviour: string, endpointId = behaviour, port = zoo.httpPort) {
  const url = `http://127.0.0.1:${String(port)}/${behaviour}?of=zoo`;
  return sender.send({ endpointId, url, headers: { "webhook-id": "msg_1" }, body });
}

test("each animal has an expected outcome", () => {
  expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(behaviours).toSorted());
});

describe("the recorded outcome of", () => {
  test.each(Object.entries(recorded))("%s", (name, expected) => {
    const result = results.get(name);
    expect(result).toMatchObject({ retried: 0, requestBytes: body.length, ...expected });
    expect(result?.phases.totalMs).toBeLessThan(deadlineMs + 3000);
    if (result?.status === null) expect(result.excerpt).toBeNull();
  });
});

test("a healthy endpoint beside them does not notice", () => {
  expect(healthy.length).toBeGreaterThan(5);
  expect(healthy.filter((result) => result.outcome !== "delivered")).toEqual([]);
  const times = healthy.map((result) => result.phases.totalMs).toSorted((a, b) => a - b);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(deadlineMs / 10);
  expect(healthy.map((result) => result.retried)).toEqual(healthy.map(() => 0));
});

test("no animal got a request twice in one attempt", () => {
  const names = Object.keys(behaviours).filter((name) => name !== "ok");
  const received = names.map((name) => [name, zoo.received(name).length]);
  expect(received).toEqual(names.map((name) => [name, 1]));
});

test("the request arrives as it was given, to the name and with the bytes", () => {
  const [request] = zoo.received("no-content");
  expect(request).toMatchObject({
    method: "POST",
    path: "/no-content?of=zoo",
    headers: {
      host: `127.0.0.1:${String(zoo.httpPort)}`,
      "webhook-id": "msg_1",
      connection: "keep-alive",
      "content-length": String(body.length),
    },
    body,
  });
});

test("nothing is held for the animals that went wrong", async () => {
  const patient = { timeout: 10_000 };
  await expect.poll(() => sender.counts(), patient).toEqual({ endpoints: 0, busy: 0, idle: 0 });
  await expect.poll(() => zoo.open(), patient).toBe(0);
});

function onlyTheLetterA(excerpt: Buffer): boolean {
  return excerpt.length > 0 && /^a+$/u.test(excerpt.toString());
}

function isGzip(excerpt: Buffer): boolean {
  return excerpt.length === 8192 && excerpt.readUInt16BE(0) === 0x1f8b;
}

function soon(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, 5, false));
}
