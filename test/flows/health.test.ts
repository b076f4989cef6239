import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Demo,
  type Instance,
  makeDataDir,
  readDemo,
  startInstance,
} from "./support/instance.ts";

let dataDir: ReturnType<typeof makeDataDir>;
let instance: Instance;
let demo: Demo;
let base: string;

beforeAll(async () => {
  dataDir = makeDataDir();
  instance = startInstance({
    dataDir: dataDir.path,
    env: { HEALTH_PORT: "0" },
    arguments: ["--no-simulator"],
  });
  await instance.ready();
  demo = readDemo(dataDir.path);
  // the log's file is written a moment after the terminal's lines
  const port = await vi.waitFor(privatePort, { timeout: 10_000 });
  base = `http://127.0.0.1:${String(port)}`;
}, 60_000);

afterAll(async () => {
  instance.kill("SIGTERM");
  await instance.exited;
  dataDir.remove();
});

/** The service's log says which free port was taken. */
function privatePort(): number {
  const lines = readFileSync(join(dataDir.path, "logs", "service.log"), "utf8")
    .trim()
    .split("\n");
  const started = lines
    .map((line) => JSON.parse(line) as { msg?: string; healthPort?: number })
    .find(({ msg }) => msg === "started");
  if (started?.healthPort === undefined) throw new Error("the log does not say yet");
  return started.healthPort;
}

async function metrics(): Promise<string> {
  return (await fetch(`${base}/metrics`)).text();
}

describe("the private port of npm start", () => {
  test("says that the whole process is alive and ready", async () => {
    const alive = await fetch(`${base}/healthz`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
    const ready = await fetch(`${base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", checks: { database: "ok", projector: "ok", webhooks: "ok" } },
    ]);
  });

  test("shows a projector that has applied everything, part by part", async () => {
    const text = await metrics();
    const lags = [...text.matchAll(/^log_consumer_lag_events\{consumer="projector",.*\} (\d+)$/gm)];
    expect(lags.map(([, lag]) => lag)).toEqual(Array.from({ length: 64 }, () => "0"));
    expect(text).toMatch(/^log_head_events [1-9]\d+$/m);
    expect(text).toMatch(/^parked_streams\{consumer="projector"\} 0$/m);
    expect(text).toMatch(/^commands_total\{type="create_shipment",outcome="accepted"\} \d+$/m);
    expect(text).toMatch(/^pg_pool_connections\{pool="web"\} [1-9]/m);
  });

  test("shows that both readers hear the announcements of commits", async () => {
    await vi.waitFor(
      async () => {
        const text = await metrics();
        for (const consumer of ["projector", "webhooks"]) {
          expect(text).toContain(`log_announcements_reliable{consumer="${consumer}"} 1`);
          expect(text).toMatch(
            new RegExp(`^log_announcements_heard_total.consumer="${consumer}". [1-9]`, "m"),
          );
        }
      },
      { timeout: 10_000, interval: 200 },
    );
  });

  test("counts requests and sign-ins, and names nobody", async () => {
    const [tenant] = demo.tenants;
    const authorization = `Bearer ${tenant?.apiKey ?? ""}`;
    await fetch(`${demo.baseUrl}/v1/shipments`, { headers: { authorization } });
    await fetch(demo.trackingUrl);
    const signIn = (password: string) =>
      fetch(`${demo.consoleUrl}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: tenant?.dispatcher.email, password }),
      });
    expect((await signIn(tenant?.dispatcher.password ?? "")).status).toBe(200);
    expect((await signIn("a password that is not it")).status).toBe(401);
    const text = await metrics();
    expect(text).toContain('sign_ins_total{outcome="started"} 1');
    expect(text).toContain('sign_ins_total{outcome="failed"} 1');
    expect(text).toMatch(
      /^http_request_seconds_count\{method="GET",route="\/api\/v1\/shipments",status="200"\} 1$/m,
    );
    const secrets = demo.tenants.flatMap(({ id, name, apiKey, dispatcher }) => [
      id,
      name,
      apiKey,
      dispatcher.email,
    ]);
    const told = [...secrets, demo.trackingUrl.split("/").at(-1) ?? ""].filter((secret) =>
      text.includes(secret),
    );
    expect(told).toEqual([]);
    // ids of whatever kind
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  test("is not part of the public one", async () => {
    for (const path of ["/metrics", "/readyz", "/healthz"]) {
      expect((await fetch(`${demo.consoleUrl}${path}`)).status).toBe(404);
    }
  });
});
