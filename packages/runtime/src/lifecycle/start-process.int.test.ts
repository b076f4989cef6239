import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { createLogger } from "../log/logger.ts";
import { listen } from "./listen.ts";
import { type ProcessOptions, type ProcessParts, startProcess } from "./start-process.ts";

let healthPort = 0;
const options: ProcessOptions = {
  title: "thing",
  log: createLogger({ service: "thing", level: "silent" }),
  health: { host: "127.0.0.1", port: 0 },
};

async function readiness(port: number): Promise<readonly [number, string]> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/readyz`);
  const { status } = (await answer.json()) as { status: string };
  return [answer.status, status];
}

/** A free port, so that it is known while the process still starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function start(compose: (parts: ProcessParts) => Promise<void>) {
  healthPort = await freePort();
  const health = { ...options.health, port: healthPort };
  return startProcess({ ...options, health }, async (parts) => {
    await compose(parts);
    return {};
  });
}

describe("a service that runs alone", () => {
  test("is alive but not ready while it starts, then ready, then not ready while it stops", async () => {
    const seen: unknown[] = [];
    const running = await start(async (parts) => {
      parts.onStop("requests", async () => void seen.push(await readiness(healthPort)));
      seen.push(await readiness(healthPort));
    });
    seen.push(await readiness(healthPort));
    await running.stop();
    expect(seen).toEqual([
      [503, "starting"],
      [200, "ready"],
      [503, "draining"],
    ]);
    await expect(readiness(healthPort)).rejects.toThrow("fetch failed");
  });

  test("is ready only while each check passes", async () => {
    let fault: Error | null = null;
    const running = await start((parts) => {
      parts.check("database", () => (fault === null ? Promise.resolve() : Promise.reject(fault)));
      return Promise.resolve();
    });
    expect(await readiness(healthPort)).toEqual([200, "ready"]);
    fault = new Error("down");
    expect(await readiness(healthPort)).toEqual([503, "not ready"]);
    fault = null;
    expect(await readiness(healthPort)).toEqual([200, "ready"]);
    await running.stop();
  });

  test("undoes what was set up, in the opposite order, also when its start fails", async () => {
    const undone: string[] = [];
    const pool = {
      totalCount: 0,
      idleCount: 0,
      waitingCount: 0,
      end: () => Promise.resolve(void undone.push("pool")),
    };
    const failing = start((parts) => {
      parts.usePool("read", pool);
      parts.onStop("consumer", () => void undone.push("consumer"));
      return Promise.reject(new Error("the port is taken"));
    });
    await expect(failing).rejects.toThrow("the port is taken");
    expect(undone).toEqual(["consumer", "pool"]);
    await expect(readiness(healthPort)).rejects.toThrow("fetch failed");
  });
});
