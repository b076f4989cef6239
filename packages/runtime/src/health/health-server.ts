import { createServer, type ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { listen } from "../lifecycle/listen.ts";
import { stopServer } from "../http/stop-server.ts";

/** Rejects (or throws) when the dependency cannot be used. */
export type HealthCheck = () => Promise<void>;

export interface HealthServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  readonly checks: Readonly<Record<string, HealthCheck>>;
  readonly metrics?: Registry;
}

export interface HealthServer {
  readonly port: number;
  /** From now on `/readyz` says 503, so that no new requests are sent here. */
  drain(): void;
  close(): Promise<void>;
}

// a dependency that hangs is as bad as one that refuses
const checkTimeoutMs = 1_000;

/**
 * Starts the private port of a process: `/healthz` (200 while the event loop turns), `/readyz` (200 when every check passes and the process
 * is not draining, else 503; the body names each check) and `/metrics` (Prometheus text).
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let draining = false;
  const server = createServer((request, response) => {
    void answer(request.url ?? "", response).catch(() => response.destroy());
  });
  async function answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split("?", 1)[0];
    if (path === "/healthz") sendJson(response, 200, { status: "ok" });
    else if (path === "/readyz") await answerReadiness(response, options.checks, draining);
    else if (path === "/metrics" && options.metrics) await sendMetrics(response, options.metrics);
    else sendJson(response, 404, { error: "Not found" });
  }
  const port = await listen(server, { ...options, setting: "HEALTH_PORT" });
  return {
    port,
    drain() {
      draining = true;
    },
    close: () => stopServer(server, { graceMs: 0, hardLimitMs: 500 }),
  };
}

async function answerReadiness(
  response: ServerResponse,
  checks: HealthServerOptions["checks"],
  draining: boolean,
): Promise<void> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  const ready = !draining && results.every(([, result]) => result === "ok");
  sendJson(response, ready ? 200 : 503, {
    status: draining ? "draining" : ready ? "ready" : "not ready",
    checks: Object.fromEntries(results),
  });
}

async function runCheck(check: HealthCheck): Promise<"ok" | "failed" | "timeout"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => {
      resolve("timeout");
    }, checkTimeoutMs);
  });
  try {
    return await Promise.race([check().then(() => "ok" as const), timeout]);
  } catch {
    return "failed";
  } finally {
    clearTimeout(timer);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

async function sendMetrics(response: ServerResponse, metrics: Registry): Promise<void> {
  const text = await metrics.metrics();
  response.writeHead(200, { "content-type": metrics.contentType });
  response.end(text);
}
