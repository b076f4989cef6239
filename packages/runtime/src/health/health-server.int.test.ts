import { afterEach, describe, expect, test } from "vitest";
import { startHealthServer, type HealthCheck, type HealthServer } from "./health-server.ts";
import { createHttpMetrics, createMetrics } from "./metrics.ts";

let health: HealthServer | undefined;

afterEach(async () => {
  await health?.close();
});

async function start(checks: Readonly<Record<string, HealthCheck>> = {}): Promise<void> {
  const metrics = createMetrics();
  createHttpMetrics(metrics).observe({
    method: "GET",
    route: "/x/:id",
    status: 200,
    seconds: 0.01,
  });
  health = await startHealthServer({ host: "127.0.0.1", port: 0, checks, metrics });
}

async function get(path: string): Promise<readonly [number, string]> {
  const answer = await fetch(`http://127.0.0.1:${String(health?.port)}${path}`);
  return [answer.status, await answer.text()];
}

describe("the health server", () => {
  test("says that the event loop turns, whatever the checks say", async () => {
    await start({ database: () => Promise.reject(new Error("down")) });
    expect(await get("/healthz")).toEqual([200, '{"status":"ok"}']);
  });

  test("is ready when every check passes", async () => {
    await start({ database: () => Promise.resolve(), log: () => Promise.resolve() });
    expect(await get("/readyz")).toEqual([
      200,
      '{"status":"ready","checks":{"database":"ok","log":"ok"}}',
    ]);
  });

  test("names the check that fails or hangs, without its error", async () => {
    await start({
      database: () => Promise.reject(new Error("password wrong")),
      log: () => new Promise(() => undefined),
      other: () => Promise.resolve(),
    });
    expect(await get("/readyz")).toEqual([
      503,
      '{"status":"not ready","checks":{"database":"failed","log":"timeout","other":"ok"}}',
    ]);
  });

  test("is not ready while draining", async () => {
    await start({ database: () => Promise.resolve() });
    health?.drain();
    expect(await get("/readyz")).toEqual([503, '{"status":"draining","checks":{"database":"ok"}}']);
  });

  test("shows the metrics of the process and of the requests, by route pattern", async () => {
    await start();
    const [status, text] = await get("/metrics");
    expect(status).toBe(200);
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain(
      'http_request_seconds_count{method="GET",route="/x/:id",status="200"} 1',
    );
  });

  test("knows nothing else", async () => {
    await start();
    expect(await get("/")).toEqual([404, '{"error":"Not found"}']);
  });
});
