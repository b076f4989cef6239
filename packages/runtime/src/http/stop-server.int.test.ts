import type { Server, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { openRawClient, request } from "../fixtures/raw-client.ts";
import { listen } from "../lifecycle/listen.ts";
import { createEdgeServer } from "./edge-server.ts";
import { stopServer } from "./stop-server.ts";

async function start(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createEdgeServer((_request, response) => {
    answer(response);
  });
  return { server, port: await listen(server, { host: "127.0.0.1", port: 0 }) };
}

describe("stopServer", () => {
  test("lets the request at hand finish, then closes the applications", async () => {
    let pending: ServerResponse | undefined;
    const { server, port } = await start((response) => (pending = response));
    const client = await openRawClient(port);
    client.write(request("/x"));
    await expect.poll(() => pending).toBeDefined();
    const order: string[] = [];
    const app = { close: async () => void order.push("app closed") };
    const stopped = stopServer(server, { apps: [app] }).then(() => order.push("stopped"));
    pending?.end("finished");
    await stopped;
    expect(client.received()).toContain("finished");
    expect(order).toEqual(["app closed", "stopped"]);
  });

  test("does not wait for a client that keeps its connection busy", async () => {
    const { server, port } = await start((response) => response.end("ok"));
    const client = await openRawClient(port);
    client.socket.on("data", () => {
      if (!client.socket.destroyed) client.write(request("/again"));
    });
    client.write(request("/first"));
    await expect.poll(client.received).toContain("ok");
    const started = performance.now();
    await stopServer(server);
    expect(performance.now() - started).toBeLessThan(1_000);
    await expect.poll(client.isClosed).toBe(true);
    expect(client.received().toLowerCase()).toContain("connection: close");
  });

  test("closes idle connections at once", async () => {
    const { server, port } = await start((response) => response.end("ok"));
    const client = await openRawClient(port);
    client.write(request("/x"));
    await expect.poll(client.received).toContain("ok");
    const started = performance.now();
    await stopServer(server);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("cuts what is not answered within the hard limit", async () => {
    let reached = false;
    const { server, port } = await start(() => (reached = true));
    const client = await openRawClient(port);
    client.write(request("/never"));
    await expect.poll(() => reached).toBe(true);
    await stopServer(server, { hardLimitMs: 200 });
    await expect.poll(client.isClosed).toBe(true);
  });

  test("accepts no new connection", async () => {
    const { server, port } = await start((response) => response.end("ok"));
    await stopServer(server);
    await expect(fetch(`http://127.0.0.1:${String(port)}/`)).rejects.toThrow("fetch failed");
  });
});
