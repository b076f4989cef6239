// The webhook worker as `services/webhooks` composes it, in a process of its own, with a clock on its claims.
import { createEngine } from "@shipment-tracking/event-log";
import { createPool } from "@shipment-tracking/postgres";
import { createLogger } from "@shipment-tracking/runtime";
import { createSecretBox } from "@shipment-tracking/secrets";
import { createSender, startWebhooks } from "@shipment-tracking/webhooks-service";
import { timeClaims } from "./time-claims.ts";
import type { WorkerState } from "./worker.ts";

const { DATABASE_URL: url = "", SECRET_KEY: key = "" } = process.env;
const log = createLogger({ service: "webhooks", level: "error" });
const pool = createPool({ url, applicationName: "soak-webhooks", max: 6 });
let claimsMs: number[] = [];
timeClaims(pool, (ms) => claimsMs.push(ms));
const engine = createEngine({ pool, kafka: null, log });
const sender = createSender({ rules: { allowHttp: true, allowLoopback: true, ports: "any" } });
const webhooks = await startWebhooks({
  engine,
  pool,
  sender,
  box: createSecretBox([{ id: "soak", key: Buffer.from(key, "base64") }]),
  retentionDays: 30,
  log,
});

process.on("message", () => {
  const { rss } = process.memoryUsage();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const state: WorkerState = {
    rss,
    inUse: heapUsed + external,
    inFlight: webhooks.dispatcher.inFlight(),
    claimsMs,
  };
  process.send?.(state);
  claimsMs = [];
});
process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => void stop());
process.send?.("started");

async function stop(): Promise<void> {
  await webhooks.stop();
  await engine.close();
  await sender.close();
  await pool.end();
  process.exit();
}
