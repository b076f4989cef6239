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
  /** Looked at with each request: checks may be added later. */
  readonly checks: Readonly<Record<string, HealthCheck>>;
  readonly metrics?: Registry;
  /** Not ready before `started` is called. */
  readonly starting?: boolean;
}

export interface HealthServer {
  readonly port: number;
  /** From now on the checks decide about `/readyz`. */
  started(): void;
  /** From now on `/readyz` says 503, so that no new requests are sent here. */
  drain(): void;
  close(): Promise<void>;
}

// a dependency that hangs is as bad as one that refuses
const checkTimeoutMs = 1_000;

/**
 * Starts the private port of a process: `/healthz` (200 while the event loop turns), `/readyz` (200 when every check passes and the process
 * is neither starting nor draining, else 503; the body names each check) and `/metrics` (Prometheus text).
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let phase: Phase = options.starting === true ? "starting" : "running";
  const checks = createChecks(options.checks);
  const server = createServer((request, response) => {
    void answer(request.url ?? "", response).catch(() => response.destroy());
  });
  async function answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split("?", 1)[0];
    if (path === "/healthz") sendJson(response, 200, { status: "ok" });
    else if (path === "/readyz") answerReadiness(response, await checks(), phase);
    else if (path === "/metrics" && options.metrics) await sendMetrics(response, options.metrics);
    else sendJson(response, 404, { error: "Not found" });
  }
  const port = await listen(server, { ...options, setting: "HEALTH_PORT" });
  return {
    port,
    started() {
      if (phase === "starting") phase = "running";
    },
    drain() {
      phase = "draining";
    },
    close: () => stopServer(server, { graceMs: 0, hardLimitMs: 500 }),
  };
}

type Phase = "starting" | "running" | "draining";
type CheckResult = "ok" | "failed" | "timeout";

function answerReadiness(
  response: ServerResponse,
  results: Readonly<Record<string, CheckResult>>,
  phase: Phase,
): void {
  const passed = Object.values(results).every((result) => result === "ok");
  const status = phase === "running" ? (passed ? "ready" : "not ready") : phase;
  sendJson(response, status === "ready" ? 200 : 503, { status, checks: results });
}

/** Runs all checks. One that still hangs from an earlier request is waited for, not started again. */
function createChecks(
  checks: HealthServerOptions["checks"],
): () => Promise<Readonly<Record<string, CheckResult>>> {
  const pending = new Map<string, Promise<CheckResult>>();
  const run = (name: string, check: HealthCheck): Promise<CheckResult> => {
    const running = pending.get(name) ?? attempt(check).finally(() => pending.delete(name));
    pending.set(name, running);
    return withinTime(running);
  };
  return async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(
          async ([name, check]) => [name, await run(name, check)] as const,
        ),
      ),
    );
}

async function attempt(check: HealthCheck): Promise<CheckResult> {
  try {
    await check();
    return "ok";
  } catch {
    return "failed";
  }
}

async function withinTime(running: Promise<CheckResult>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => {
      resolve("timeout");
    }, checkTimeoutMs);
  });
  try {
    return await Promise.race([running, timeout]);
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
