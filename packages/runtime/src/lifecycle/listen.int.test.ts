import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { listen } from "./listen.ts";

const servers = [createServer(), createServer()] as const;

afterEach(() => {
  for (const server of servers) server.close();
});

describe("listen", () => {
  test("resolves with the port that was taken", async () => {
    expect(await listen(servers[0], { host: "127.0.0.1", port: 0 })).toBeGreaterThan(0);
  });

  test("a taken port is a sentence that names the setting", async () => {
    const port = await listen(servers[0], { host: "127.0.0.1", port: 0 });
    await expect(
      listen(servers[1], { host: "127.0.0.1", port, setting: "HEALTH_PORT" }),
    ).rejects.toThrow(
      `Port ${String(port)} on 127.0.0.1 is taken: stop what uses it, or set HEALTH_PORT to another port.`,
    );
  });

  test("an address of another machine is a sentence with the remedy", async () => {
    await expect(listen(servers[0], { host: "192.0.2.1", port: 0 })).rejects.toThrow(
      "192.0.2.1 is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for every interface.",
    );
  });
});
