import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createSecretBox } from "@shipment-tracking/secrets";
import { quantile } from "../../bench/webhooks/figures.ts";
import { addEndpoints } from "../../bench/webhooks/fill-queue.ts";
import { addBacklog } from "./backlog.ts";
import { bundleProcesses } from "./bundle-processes.ts";
import { judgeSamples, type Sample, type Verdict } from "./judge-samples.ts";
import { Ledger } from "./ledger.ts";
import { Load } from "./load.ts";
import { shipmentsPerTenant, type SoakOptions, tenants } from "./options.ts";
import { type Receivers, startReceivers } from "./receivers.ts";
import { openCounts, readDatabase } from "./sample.ts";
import { heading, lineOf } from "./table.ts";
import { type SoakWorker, startWorker } from "./worker.ts";

export interface SoakResult {
  readonly samples: readonly Sample[];
  readonly verdicts: readonly Verdict[];
}

/** Keeps the queue of webhooks at work for a time, through the log, and looks at it. Ends once everything is delivered that was committed. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-soak-"));
  const closing: (() => Promise<void>)[] = [];
  try {
    const parts = await open(options, directory, (close) => closing.unshift(close));
    const samples = await observe(options, parts);
    return { samples, verdicts: [...judgeSamples(samples), await finish(options, parts)] };
  } finally {
    for (const close of closing) await close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Parts {
  readonly receivers: Receivers;
  readonly worker: SoakWorker;
  readonly load: Load;
  readonly ledger: Ledger;
  /** The tenant whose deliveries are to wait. */
  readonly backlogOf: string;
}

async function open(
  { database, backlog }: SoakOptions,
  directory: string,
  onClose: (close: () => Promise<void>) => void,
): Promise<Parts> {
  const { urls, admin } = database;
  const files = await bundleProcesses(directory);
  const key = randomBytes(32);
  const box = createSecretBox([{ id: "soak", key }]);
  const receivers = await startReceivers(files.receiver);
  onClose(() => receivers.close());
  const { url } = receivers;
  const tenantIds = Array.from({ length: tenants }, () => randomUUID());
  await addEndpoints(
    admin,
    box,
    tenantIds.map((tenantId) => ({ tenantId, url })),
  );
  const backlogOf = await addBacklog(admin, box, { url, deliveries: backlog });
  const worker = await startWorker(files.worker, { url: urls.webhooks, key });
  onClose(() => worker.close());
  const load = new Load(urls.web);
  onClose(() => load.close());
  await load.create(tenantIds, shipmentsPerTenant);
  return { receivers, worker, load, ledger: new Ledger(), backlogOf };
}

async function observe(options: SoakOptions, parts: Parts): Promise<readonly Sample[]> {
  const { database, seconds, everySeconds, eventsPerSecond, say } = options;
  const exact = await openCounts(database.admin);
  say(heading(exact));
  const samples: Sample[] = [];
  const startedAt = performance.now();
  parts.load.start(eventsPerSecond);
  for (let at = everySeconds; at <= seconds; at += everySeconds) {
    await delay(startedAt + at * 1_000 - performance.now());
    const { rss, inUse, claimsMs, inFlight } = await parts.worker.state();
    const received = await parts.receivers.take();
    parts.ledger.add(received.accepted);
    const sample = {
      ...(await readDatabase(database.admin, exact)),
      atSeconds: (performance.now() - startedAt) / 1_000,
      rssBytes: rss,
      inUseBytes: inUse,
      claimP50Ms: quantile(claimsMs, 0.5),
      claimP99Ms: quantile(claimsMs, 0.99),
    };
    samples.push(sample);
    say(lineOf(sample, { received, inFlight, everySeconds }));
  }
  return samples;
}

const patienceMs = 180_000;

/** Nobody waits for the retries of the last minutes: they are made due until all is accepted. Locks in id order, as everybody does. */
async function finish({ database, say }: SoakOptions, parts: Parts): Promise<Verdict> {
  const { load, receivers, ledger, backlogOf } = parts;
  await load.stop();
  const deadline = performance.now() + patienceMs;
  while (ledger.missing(load.committed) > 0 && performance.now() < deadline) {
    await database.admin.query({
      text: `
        update hooks.deliveries
        set due_at = now()
        where due_at > now() and claim_id is null and tenant_id <> $1`,
      values: [backlogOf],
    });
    await database.admin.query({
      text: `
        with resting as materialized (
          select endpoint_health.endpoint_id
          from hooks.endpoint_health
          where tenant_id <> $1
            and (breaker = 'open' or next_look_at between now() + interval '1 s' and now() + interval '2 d')
          order by endpoint_health.endpoint_id
          for no key update
        )
        update hooks.endpoint_health
        set next_look_at = now(), retry_at = now(), paused_until = null
        from resting
        where endpoint_health.endpoint_id = resting.endpoint_id`,
      values: [backlogOf],
    });
    await delay(500);
    ledger.add((await receivers.take()).accepted);
  }
  const [lost, twice] = [ledger.missing(load.committed), ledger.repeated];
  say(`${String(load.committed.length)} changes of status, ${String(ledger.count)} accepted`);
  return {
    what: "everything is delivered once",
    passed: lost === 0 && twice === 0,
    figures: `lost ${String(lost)}, twice ${String(twice)}`,
  };
}
