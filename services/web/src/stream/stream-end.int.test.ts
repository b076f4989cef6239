import { createServer } from "node:http";
import { connect } from "node:net";
import type { TenantId } from "@shipment-tracking/domain";
import { listen, stopServer } from "@shipment-tracking/runtime";
import { afterEach, expect, test } from "vitest";
import { startFixture, type WebFixture } from "../fixtures/web-fixture.ts";
import { serve } from "../fixtures/web-server.ts";
import { openConnection } from "./connection.ts";
import { openStream } from "./fixtures/event-source.ts";

let web: WebFixture | null = null;

afterEach(async () => {
  await web?.close();
  web = null;
});

test("stopping the server ends open streams instead of waiting for them", async () => {
  web = await startFixture();
  const server = await serve(web.app);
  const { cookie } = await (await web.company()).as("viewer");
  const streams = [await openStream(server.url, cookie), await openStream(server.url, cookie)];
  for (const one of streams) await one.next("ready");
  const startedAt = performance.now();
  await server.stop();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => streams.every((one) => one.ended)).toBe(true);
});

test("closing the application ends open streams", async () => {
  web = await startFixture();
  const server = await serve(web.app);
  const { cookie } = await (await web.company()).as("viewer");
  const events = await openStream(server.url, cookie);
  await events.next("ready");
  await web.app.close();
  await expect.poll(() => events.ended).toBe(true);
  await server.stop();
});

test("a heartbeat comes by itself, with a place to resume from", async () => {
  web = await startFixture({ streamHeartbeatMs: 50 });
  const server = await serve(web.app);
  const { cookie } = await (await web.company()).as("viewer");
  const events = await openStream(server.url, cookie);
  const { id } = await events.next("heartbeat", 2);
  const resumed = await openStream(server.url, cookie, id ?? "");
  expect((await resumed.next("ready")).data).toEqual({ resumed: true });
  await server.stop();
});

test("a client that takes nothing is dropped before much waits for it", async () => {
  let sent = 0;
  let dropped = (): void => {};
  const isDropped = new Promise<void>((resolve) => {
    dropped = resolve;
  });
  const answering = createServer((_request, response) => {
    const who = { tenantId: "t" as TenantId, userId: "u", sessionId: "s", resumeFrom: null }; // any text will do here
    const connection = openConnection(response, who);
    const send = (): void => {
      if (response.destroyed) return dropped();
      connection.send("x".repeat(64 * 1024));
      sent += 1;
      setImmediate(send);
    };
    send();
  });
  const port = await listen(answering, { host: "127.0.0.1", port: 0 });
  const client = connect(port, "127.0.0.1");
  client.pause();
  client.on("error", () => {});
  client.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  await isDropped;
  expect(sent).toBeLessThan(512);
  client.destroy();
  await stopServer(answering);
});
