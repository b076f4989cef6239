import { readFileSync } from "node:fs";
import { createPool } from "@shipment-tracking/postgres";
import { createTestDatabase } from "@shipment-tracking/testing";
import { test } from "vitest";
import { createMemoryLog, testId } from "./fixtures/memory-log.ts";
import { created, scanned, shared, tenant } from "./fixtures/shipment-events.ts";
import { applyDelivery } from "./apply/apply-delivery.ts";

const out = (s: string) => process.stdout.write(s + "\n");
test("bench", async () => {
  const db = await createTestDatabase();
  const pool = createPool({ url: db.urls.projector, applicationName: "b", max: 1 });
  const pid = (await pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  const pgCpu = () => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
  const run = async (label: string, n: number, f: () => Promise<void>) => {
    const c = process.cpuUsage(), p = pgCpu(), t = performance.now(); await f();
    const d = process.cpuUsage(c);
    out(`${label}: wall ${((performance.now() - t) / n).toFixed(1)} ms, node ${((d.user + d.system) / 1000 / n).toFixed(1)} ms cpu, postgres ${((pgCpu() - p) / n).toFixed(1)} ms cpu`);
  };
  const apply = (consumer: string, batches: any) => applyDelivery(pool, { consumer, generation: 1, batches });
  for (const size of [500, 1000, 500, 1000]) {
    const log = createMemoryLog(64); const c = "b" + Math.random();
    const S = 3000;
    for (let round = 0; round < 6; round++) for (let n = 0; n < S; n++) { const id = testId(c, n); log.append(tenant, id, round === 0 ? created(id, n) : scanned(round + n * 10)); }
    const byPart = new Map(log.parts().map((p) => [p, log.ofPart(p)])); const done = new Map<number, number>();
    const take = () => { const k = Math.ceil(size / 64); return [...byPart].map(([p, r]) => { const a = done.get(p) ?? 0; const x = r.slice(a, a + k); done.set(p, a + x.length); return { part: p, epoch: 1, records: x }; }).filter((b) => b.records.length); };
    let n = 0; const t: any[] = []; for (;;) { const b = take(); if (!b.length) break; t.push(b); n += b.reduce((s, x) => s + x.records.length, 0); }
    await run(`${size} per delivery, per 1000 events`, n / 1000, async () => { for (const b of t) await apply(c, b); });
  }
  const log = createMemoryLog(64); const id = testId("huge", 1);
  log.append(tenant, id, created(id)); log.append(tenant, id, shared("ab".repeat(32)));
  for (let n = 0; n < 9_998; n++) log.append(tenant, id, scanned(n));
  const go = async (records: readonly any[]) => { await apply("huge", [{ part: records[0].part, epoch: 1, records }]); };
  await run("10,000 in deliveries of 1000, each", 10, async () => { for (let at = 0; at < 10_000; at += 1000) await go(log.records.slice(at, at + 1000)); });
  await run("one more on 10,000", 20, async () => { for (let k = 0; k < 20; k++) await go([log.append(tenant, id, scanned(20_000 + k))]); });
  const recs = Array.from({ length: 500 }, (_, n) => log.append(tenant, id, scanned(30_000 + n)));
  await run("500 more", 1, () => go(recs));
  const wide = createMemoryLog(64);
  for (let n = 0; n < 4500; n++) { const i = testId("w", n); wide.append(tenant, i, created(i, n)); wide.append(tenant, i, scanned(n)); wide.append(tenant, i, scanned(n + 100000)); }
  await run("64 parts x 3 events", 60, async () => { for (let r = 0; r < 60; r++) await apply("wide", wide.parts().map((p) => ({ part: p, epoch: 1, records: wide.ofPart(p).slice(r * 3, r * 3 + 3) })).filter((b) => b.records.length)); });
  await run("single event", 50, async () => { for (let r = 0; r < 50; r++) { const rec = wide.append(tenant, testId("w", 1), scanned(500000 + r)); await apply("wide", [{ part: rec.part, epoch: 1, records: r === 0 ? wide.ofPart(rec.part).slice(180) : [rec] }]); } });
  await pool.end();
  await db.drop();
}, 180_000);
