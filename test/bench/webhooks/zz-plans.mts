import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createPool } from "@shipment-tracking/postgres";
import { createSecretBox } from "@shipment-tracking/secrets";
import { claimDeliveries } from "../../../services/webhooks/src/dispatch/claim-deliveries.ts";
import { completeAttempts } from "../../../services/webhooks/src/dispatch/complete-attempts.ts";
import { addDeliveries, addEndpoints } from "./fill-queue.ts";
import { startBenchDatabase } from "./database.ts";

const db = await startBenchDatabase({
  shared_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": process.env.MIN ?? "20",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_timing": "off",
});
const box = createSecretBox([{ id: "b", key: randomBytes(32) }]);
const pool = createPool({ url: db.urls.webhooks, applicationName: "b", max: 4, statementTimeoutMs: 60000 });
const ok = (o: any) => ({ ...(o), status: 200, phases: { dnsMs: 0, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 }, excerpt: Buffer.from("ok"), retried: 0, requestBytes: 1, responseBytes: 1 });
const times = new Map<string, number[]>();
const origConnect = pool.connect.bind(pool);
(pool as any).connect = async () => {
  const c: any = await (origConnect as any)();
  if (!c.__w) {
    c.__w = true;
    const q = c.query.bind(c);
    c.query = async (...a: any[]) => {
      const t = performance.now();
      try { return await q(...a); } finally {
        const name = a[0]?.name ?? String(a[0]?.text ?? a[0]).trim().slice(0, 30);
        times.set(name, [...(times.get(name) ?? []), performance.now() - t]);
      }
    };
  }
  return c;
};
function report(title: string) {
  console.log(title);
  for (const [n, t] of times) { const s = t.toSorted((a, b) => a - b); console.log("  ", n.padEnd(36), "n", t.length, "p50", s[s.length >> 1]!.toFixed(2), "max", s.at(-1)!.toFixed(2), "sum", t.reduce((a, b) => a + b, 0).toFixed(0)); }
  times.clear();
}
async function cycle(n: number, outcome: any, free = 256) {
  let rows = 0;
  for (let i = 0; i < n; i++) {
    const c = await claimDeliveries(pool, { free, perEndpoint: 4, leaseMs: 30000 } as any);
    rows += c.length;
    if (c.length) await completeAttempts(pool, c.map((d) => ({ delivery: d, result: ok(outcome) })));
  }
  return rows;
}
const clear = async () => {
  await db.admin.query({ text: "truncate hooks.deliveries, hooks.endpoint_health, hooks.endpoints, hooks.messages, hooks.attempts, hooks.finished_deliveries" });
};
const scen = process.argv[2] ?? "all";
const want = (s: string) => scen === "all" || scen === s;
if (want("a")) {
  const [id] = await addEndpoints(db.admin, box, [{ tenantId: randomUUID(), url: "http://127.0.0.1:1/" }]);
  await addDeliveries(db.admin, [id!], { perEndpoint: 100_000 });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("A: one endpoint 100k due, no analyze");
  await db.admin.query({ text: "analyze hooks.deliveries" });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("A: analyzed");
  // all wait for a retry, a few recovered ones due
  await db.admin.query({ text: "update hooks.deliveries set due_at = now() + interval '1 h'" });
  await db.admin.query({ text: "update hooks.deliveries set due_at = now(), priority = 1 where sequence > 99000" });
  await db.admin.query({ text: "vacuum analyze hooks.deliveries" });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("A: 99k in retry, recovered due");
  await clear();
}
if (want("b")) {
  const [id] = await addEndpoints(db.admin, box, [{ tenantId: randomUUID(), url: "http://127.0.0.1:1/" }]);
  await addDeliveries(db.admin, [id!], { perEndpoint: 20_000, oneLane: true });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("B: one lane 20k");
  await db.admin.query({ text: "analyze hooks.deliveries" });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("B: analyzed");
  await clear();
}
if (want("c")) {
  const ids = await addEndpoints(db.admin, box, Array.from({ length: 10_000 }, (_, i) => ({ tenantId: randomUUID(), url: "http://127.0.0.1:1/" })));
  await addDeliveries(db.admin, ids, { perEndpoint: 8 });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("C: 10k endpoints all due");
  await db.admin.query({ text: "analyze" });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("C: analyzed");
  await db.admin.query({ text: "update hooks.endpoint_health set next_look_at = 'infinity'" });
  await db.admin.query({ text: "update hooks.endpoint_health set next_look_at = now() where endpoint_id = any($1)", values: [ids.slice(0, 100)] });
  console.log(await cycle(20, { outcome: "delivered" }));
  report("C: 100 due of 10k");
  await db.admin.query({ text: "update hooks.endpoint_health set next_look_at = 'infinity'" });
  console.log(await cycle(50, { outcome: "delivered" }));
  report("C: idle");
}
const log = readFileSync(db.logFile, "utf8");
if (process.env.PLANS) console.log(log.slice(-Number(process.env.PLANS)));
await pool.end();
await db.stop();
