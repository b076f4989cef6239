import { createServer, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Resolve } from "@shipment-tracking/webhooks";
import { startBlackHole } from "../fixtures/zoo/black-hole.ts";
import { startZoo, tlsNames, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender, type SenderOptions } from "./sender.ts";

const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
const zooNames: Resolve = async (name) => (name.endsWith(".zoo.test") ? ["127.0.0.1"] : []);
const body = Buffer.from('{"type":"shipment.status_changed"}');

let zoo: Zoo;
const senders: Sender[] = [];

beforeAll(async () => {
  zoo = await startZoo();
});

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

afterAll(() => zoo.close());

function newSender(options: SenderOptions = {}): Sender {
  const sender = createSender({
    rules,
    resolve: zooNames,
    ca: [zoo.ca],
    connectTimeoutMs: 2000,
    totalDeadlineMs: 4000,
    ...options,
  });
  senders.push(sender);
  return sender;
}

function post(sender: Sender, url: string, given: { endpointId?: string; body?: Buffer } = {}) {
  return sender.send({ endpointId: "endpoint", url, headers: {}, body, ...given });
}

const plain = (path: string, port = zoo.httpPort) => `http://127.0.0.1:${String(port)}/${path}`;
const secure = (name: string, port = zoo.httpsPort) => `https://${name}:${String(port)}/ok`;

describe("TLS", () => {
  test("delivers to the name that the certificate is for, and says so in SNI and Host", async () => {
    const result = await post(newSender(), secure(tlsNames.valid));
    expect(result).toMatchObject({ outcome: "delivered", status: 200 });
    expect(result.phases.tlsMs).toBeGreaterThan(0);
    expect(zoo.received("ok").at(-1)?.headers["host"]).toBe(
      `${tlsNames.valid}:${String(zoo.httpsPort)}`,
    );
  });

  test("delivers to an address that the certificate is for", async () => {
    expect(await post(newSender(), secure("127.0.0.1"))).toMatchObject({ outcome: "delivered" });
  });

  test.each([
    ["expired", tlsNames.expired, /expired/u],
    ["self-signed", tlsNames.selfSigned, /self-signed/u],
    ["for another host", tlsNames.wrongHost, /another host name/u],
  ])("sends nothing when the certificate is %s", async (_kind, name, hint) => {
    const before = zoo.received("ok").length;
    const result = await post(newSender(), secure(name));
    expect(result).toMatchObject({
      outcome: "failed",
      class: "tls",
      hint: expect.stringMatching(hint),
      status: null,
      excerpt: null,
    });
    expect(zoo.received("ok")).toHaveLength(before);
  });

  test("sends nothing when the authority is not known", async () => {
    const { ca: _ca, ...builtIn } = { ca: [] };
    const sender = createSender({ rules, resolve: zooNames, ...builtIn });
    senders.push(sender);
    const result = await post(sender, secure(tlsNames.valid));
    expect(result).toMatchObject({ outcome: "failed", class: "tls" });
  });

  test("is not spoken by a plain port, or not at all", async () => {
    const sender = newSender({ connectTimeoutMs: 500 });
    const talkative = await post(sender, secure(tlsNames.valid, zoo.httpPort));
    const silent = await post(sender, secure(tlsNames.valid, zoo.deafPort));
    expect([talkative, silent]).toMatchObject([
      { outcome: "failed", class: "tls" },
      { outcome: "failed", class: "tls", hint: expect.stringContaining("in time") },
    ]);
  });
});

describe("name servers", () => {
  test("that never answer cost the connect time, not the deadline", async () => {
    const sender = newSender({ resolve: () => new Promise(() => {}), connectTimeoutMs: 200 });
    const result = await post(sender, "http://hooks.zoo.test/ok");
    expect(result).toMatchObject({ outcome: "failed", class: "dns", status: null, excerpt: null });
    expect(result.phases.totalMs).toBeLessThan(2000);
  });

  test("that fail or know no address are a dns failure", async () => {
    const failing = newSender({ resolve: () => Promise.reject(new Error("SERVFAIL")) });
    expect(await post(failing, plainNamed())).toMatchObject({ outcome: "failed", class: "dns" });
    expect(await post(newSender(), "http://nowhere.example/")).toMatchObject({
      outcome: "failed",
      class: "dns",
    });
  });

  test("that change their answer after the check do not change what is dialled", async () => {
    await withSecondServer(async (port, connections) => {
      const answers = [["127.0.0.1"], ["127.0.0.2"]];
      let asked = 0;
      const resolve = async () => answers[asked++] ?? ["127.0.0.2"];
      const sender = newSender({ resolve });
      const result = await post(sender, `http://hooks.zoo.test:${String(port)}/no-content`);
      expect(result).toMatchObject({ outcome: "delivered", status: 204 });
      expect(asked).toBe(1);
      expect(connections).toEqual(["127.0.0.1"]);
    });
  });

  test("that now answer with another address end the use of the old connection", async () => {
    await withSecondServer(async (port, connections) => {
      let answer = ["127.0.0.1"];
      const sender = newSender({ resolve: async () => answer });
      const url = `http://hooks.zoo.test:${String(port)}/no-content`;
      await post(sender, url);
      await post(sender, url);
      answer = ["127.0.0.2"];
      await post(sender, url);
      expect(connections).toEqual(["127.0.0.1", "127.0.0.2"]);
    });
  });

  test("that now answer with a private address end the deliveries, open connection or not", async () => {
    let answer = ["127.0.0.1"];
    const sender = newSender({ resolve: async () => answer });
    expect(await post(sender, plainNamed())).toMatchObject({ outcome: "delivered" });
    const before = zoo.received("ok").length;
    for (const unsafe of [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["169.254.169.254"]]) {
      answer = unsafe;
      expect(await post(sender, plainNamed())).toMatchObject({
        outcome: "failed",
        class: "unsafe_target",
        status: null,
        excerpt: null,
        hint: expect.not.stringContaining("10.0"),
      });
    }
    expect(zoo.received("ok")).toHaveLength(before);
  });
});

const plainNamed = () => `http://hooks.zoo.test:${String(zoo.httpPort)}/ok`;

/** The same port on two loopback addresses; the list grows by the local address of each connection. */
async function withSecondServer(use: (port: number, seen: string[]) => Promise<void>) {
  const seen: string[] = [];
  const [first, second] = [0, 1].map(() =>
    createServer((socket) => {
      seen.push(socket.localAddress ?? "");
      socket.on("error", () => {});
      socket.on("data", () => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
    }),
  );
  if (first === undefined || second === undefined) throw new Error("two servers were made");
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  // a listening TCP server has an address with a port
  const { port } = first.address() as AddressInfo;
  await new Promise<void>((resolve) => second.listen(port, "127.0.0.2", resolve));
  try {
    await use(port, seen);
  } finally {
    first.close();
    second.close();
  }
}

describe("connecting", () => {
  test("to an unsafe target does not happen", async () => {
    const sender = createSender({ connectTimeoutMs: 200 });
    senders.push(sender);
    const before = zoo.accepted();
    for (const url of [plain("ok"), secure("127.0.0.1"), "https://localhost/", "nonsense"]) {
      expect(await post(sender, url)).toMatchObject({ outcome: "failed", class: "unsafe_target" });
    }
    expect(zoo.accepted()).toBe(before);
  });

  test("to a port where nothing listens is refused", async () => {
    const result = await post(newSender(), plain("ok", zoo.closedPort));
    expect(result).toMatchObject({ outcome: "failed", class: "connect" });
    expect(result).toHaveProperty("hint", expect.stringContaining("refused"));
  });

  test("that hangs ends with the connect time, or with the deadline when that is shorter", async () => {
    const hole = await startBlackHole();
    try {
      const connect = await post(newSender({ connectTimeoutMs: 300 }), plain("ok", hole.port));
      expect(connect).toMatchObject({ outcome: "failed", class: "connect" });
      expect(connect.phases.totalMs).toBeLessThan(2000);
      const total = await post(newSender({ totalDeadlineMs: 300 }), plain("ok", hole.port));
      expect(total).toMatchObject({ outcome: "failed", class: "timeout" });
      expect(total.phases.totalMs).toBeLessThan(2000);
    } finally {
      await hole.close();
    }
  });

  test("goes on to the next address when one cannot be reached", async () => {
    const resolve = async () => ["127.0.0.9", "127.0.0.1"];
    const result = await post(newSender({ resolve }), plainNamed());
    expect(result).toMatchObject({ outcome: "delivered", retried: 0 });
  });
});

describe("a receiver", () => {
  test("that accepts and never reads costs the deadline, however large the body", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const sender = newSender({ totalDeadlineMs: 400 });
    const result = await post(sender, plain("ok", zoo.deafPort), { body: large });
    expect(result).toMatchObject({ outcome: "failed", class: "timeout", status: null });
    expect(result.phases.totalMs).toBeLessThan(3000);
  });

  test("that ends its half of the connection without an answer is a reset", async () => {
    const result = await post(newSender(), plain("ok", zoo.halfOpenPort));
    expect(result).toMatchObject({ outcome: "failed", class: "reset", retried: 0 });
  });

  test("that fails once is delivered to by the next attempt", async () => {
    const sender = newSender();
    expect(await post(sender, plain("error-500-then-ok"))).toMatchObject({ status: 500 });
    expect(await post(sender, plain("error-500-then-ok"))).toMatchObject({ outcome: "delivered" });
  });

  test.each(["reset-when-reused", "close-when-reused"])(
    "that closes a reused connection (%s) gets one quick retry on a new one, counted",
    async (name) => {
      const sender = newSender();
      const first = await post(sender, plain(name));
      const second = await post(sender, plain(name));
      expect([first.retried, second.retried]).toEqual([0, 1]);
      expect(second).toMatchObject({ outcome: "delivered", status: 200 });
      expect(zoo.received(name).map((request) => request.onConnection)).toEqual([1, 2, 1]);
    },
  );

  test("that began an answer on a reused connection gets no quick retry", async () => {
    const sender = newSender();
    await post(sender, plain("half-a-head-when-reused"));
    const second = await post(sender, plain("half-a-head-when-reused"));
    expect(second).toMatchObject({ outcome: "failed", class: "reset", retried: 0 });
  });

  test("that smuggles a second answer cannot answer the next request with it", async () => {
    const sender = newSender();
    for (const round of [1, 2, 3]) {
      const result = await post(sender, plain("two-answers"));
      expect([round, result.outcome]).toEqual([round, "delivered"]);
    }
  });
});

describe("connections", () => {
  test("are reused, which the phases show", async () => {
    const sender = newSender();
    const before = zoo.accepted();
    const [first, second] = [await post(sender, plain("ok")), await post(sender, plain("ok"))];
    expect(first.phases.connectMs).not.toBeNull();
    expect(second.phases).toMatchObject({ connectMs: null, tlsMs: null });
    expect(zoo.accepted()).toBe(before + 1);
  });

  test("are at most four per endpoint, and a hanging one does not hold other endpoints", async () => {
    const sender = newSender({ totalDeadlineMs: 3000 });
    const before = zoo.received("silent").length;
    const hanging = [1, 2, 3, 4, 5, 6].map(() => post(sender, plain("silent")));
    const other = await post(sender, plain("ok"), { endpointId: "other" });
    expect(other).toMatchObject({ outcome: "delivered" });
    await expect.poll(() => zoo.received("silent").length - before).toBe(4);
    expect(sender.counts()).toMatchObject({ endpoints: 2, busy: 4 });
    const results = await Promise.all(hanging);
    expect(results).toMatchObject(results.map(() => ({ outcome: "failed", class: "timeout" })));
    expect(sender.counts()).toMatchObject({ busy: 0 });
  });

  test("of many requests at once are shared in turn", async () => {
    const sender = newSender();
    const results = await Promise.all(
      Array.from({ length: 100 }, () => post(sender, plain("no-content"))),
    );
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(["delivered"]));
    const requests = zoo.received("no-content").slice(-100);
    expect(requests.filter((request) => request.onConnection === 1)).toHaveLength(4);
  });

  test("that are idle are at most so many, the oldest is closed", async () => {
    const sender = newSender({ maxIdleConnections: 3 });
    for (const endpointId of ["a", "b", "c", "d", "e"]) {
      await post(sender, plain("ok"), { endpointId });
    }
    expect(sender.counts()).toEqual({ endpoints: 3, busy: 0, idle: 3 });
  });

  test("are all closed by close, and attempts that run end as failed", async () => {
    const sender = newSender();
    const running = post(sender, plain("silent"), { endpointId: "running" });
    await expect.poll(() => zoo.received("silent").length).toBeGreaterThan(0);
    await sender.close();
    expect(await running).toMatchObject({ outcome: "failed" });
  });
});

test("a header that HTTP forbids fails the attempt, not the sender", async () => {
  const sender = newSender();
  const result = await sender.send({
    endpointId: "endpoint",
    url: plain("ok"),
    headers: { "x-bad": "a\r\nb" },
    body,
  });
  expect(result).toMatchObject({ outcome: "failed", class: "request", status: null });
});
