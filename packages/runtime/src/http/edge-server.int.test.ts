import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { openRawClient, request } from "../fixtures/raw-client.ts";
import { listen } from "../lifecycle/listen.ts";
import { createEdgeServer, type EdgeServerOptions } from "./edge-server.ts";
import { requestIdOf } from "./request-id.ts";

let server: Server | undefined;
let pending: ServerResponse[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  pending = [];
});

/** `/later` is answered by `pending`, `/throw` throws, everything else is answered at once with the path. */
async function start(options: EdgeServerOptions = {}): Promise<number> {
  server = createEdgeServer((incoming: IncomingMessage, response: ServerResponse) => {
    if (incoming.url === "/later") pending.push(response);
    else if (incoming.url === "/throw") throw new Error("a secret inside");
    else {
      response.setHeader("x-request-id", requestIdOf(incoming));
      response.end(`answer to ${String(incoming.url)}`);
    }
  }, options);
  return listen(server, { host: "127.0.0.1", port: 0 });
}

const malformed =
  /HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close\r\n\r\n\{"error":"Malformed request"\}$/;

describe("an error on a connection", () => {
  test("waits for the answer of the request before it", async () => {
    const client = await openRawClient(await start());
    client.write(`${request("/later")}garbage\r\n\r\n`);
    await expect.poll(() => pending.length).toBe(1);
    expect(client.received()).toBe("");
    pending[0]?.end("answer to /later");
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 [^]*answer to \/laterHTTP\/1\.1 400 /);
    expect(client.received()).toMatch(malformed);
  });

  test("is answered once, whatever still comes", async () => {
    const client = await openRawClient(await start());
    client.write("garbage\r\n\r\n");
    client.write("more garbage\r\n\r\n");
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(client.received()).toMatch(malformed);
  });

  test("in a body answers the request that has the body", async () => {
    const client = await openRawClient(await start());
    client.write("POST /later HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received()).toMatch(malformed);
  });

  test("in the body of an answered request only closes", async () => {
    const client = await openRawClient(await start());
    client.write("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    await expect.poll(client.received).toContain("answer to /x");
    client.write("zz\r\n");
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("after an answer that closes is not answered", async () => {
    const client = await openRawClient(await start());
    client.write("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\ngarbage\r\n\r\n");
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(client.received()).toContain("answer to /x");
  });
});

describe("time limits", () => {
  test("a body that does not come is 408", async () => {
    const client = await openRawClient(
      await start({ headersTimeoutMs: 100, requestTimeoutMs: 200 }),
    );
    client.write("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
    await expect.poll(client.isClosed, { timeout: 3_000 }).toBe(true);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 [^]*\{"error":"Request timeout"\}$/);
  });

  test("an idle connection is kept for its time and then closed without a word", async () => {
    const client = await openRawClient(await start({ keepAliveTimeoutMs: 200 }));
    client.write(request("/x"));
    await expect.poll(client.isClosed, { timeout: 5_000 }).toBe(true);
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe("the dispatch", () => {
  test("that throws gives a constant 500", async () => {
    const client = await openRawClient(await start());
    client.write(request("/throw"));
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received()).toMatch(/^HTTP\/1\.1 500 [^]*\{"error":"Server error"\}$/);
  });

  test("sees an absolute target as its path", async () => {
    const client = await openRawClient(await start());
    client.write(request("http://elsewhere/x?y"));
    await expect.poll(client.received).toContain("answer to /x?y");
  });
});

describe("X-Request-Id", () => {
  async function answeredId(id: string): Promise<string | undefined> {
    const client = await openRawClient(await start());
    client.write(`GET /x HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n\r\n`);
    await expect.poll(client.received).toContain("answer to /x");
    return /x-request-id: ([^\r]+)\r/i.exec(client.received())?.[1];
  }

  test.each(["abc.DEF_1-2", "a".repeat(64)])("%j is taken over", async (id) => {
    expect(await answeredId(id)).toBe(id);
  });

  test.each([
    { what: "the server's own refusal", head: "GET /x HTTP/1.1\r\nHost: a b" },
    { what: "a failure of the application", head: "GET /throw HTTP/1.1\r\nHost: a" },
    { what: "a refused expectation", head: "GET /x HTTP/1.1\r\nHost: a\r\nExpect: more" },
  ])("is on $what", async ({ head }) => {
    const client = await openRawClient(await start());
    client.write(`${head}\r\nX-Request-Id: mine\r\n\r\n`);
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received()).toMatch(/^HTTP\/1\.1 [45]\d\d [^]*\r\nx-request-id: mine\r\n/i);
  });

  test.each(["a".repeat(65), "a b", "<x>", "a\r\nX-Request-Id: b"])(
    "%j is replaced by a new id",
    async (id) => {
      expect(await answeredId(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );
});
