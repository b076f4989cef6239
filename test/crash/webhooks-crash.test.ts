import { randomBytes } from "node:crypto";
import { createSecretBox } from "@shipment-tracking/secrets";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createWebhookEndpoint, inRepeatedTransaction } from "@shipment-tracking/web-service";
import type { Instant, TenantId } from "@shipment-tracking/domain";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seededRandom } from "./seeded-random.ts";
import { prepareTenants } from "./system/prepare-database.ts";
import { judgeArrivals } from "./webhooks/judge-arrivals.ts";
import { findDuplicates } from "./webhooks/judge-duplicates.ts";
import { StatusStream } from "./webhooks/status-stream.ts";
import { CrashingWorker } from "./webhooks/worker.ts";
import { startWitness, type Witness } from "./webhooks/witness.ts";

const seed = Number(process.env["CRASH_SEED"] ?? "20260301");
// `npm run prove:webhooks` kills more often
const kills = Number(process.env["WEBHOOK_KILLS"] ?? "20");

const failpoints = [
  "webhooks.after-ingest",
  "webhooks.after-claim",
  "webhooks.after-2xx",
  "webhooks.in-completion",
] as const;
const endpoints = ["first", "second"] as const;

describe(`the webhook worker, killed ${String(kills)} times (CRASH_SEED=${String(seed)})`, () => {
  const random = seededRandom(seed);
  const key = randomBytes(32);
  let db: TestDatabase;
  let witness: Witness;
  let worker: CrashingWorker;
  let stream: StatusStream;

  beforeAll(async () => {
    db = await createTestDatabase();
    witness = await startWitness(random.fork());
    worker = await CrashingWorker.build({
      url: db.urls.webhooks,
      admin: db.pool("admin"),
      secretKeys: `crash:${key.toString("base64")}`,
      receiverPort: witness.port,
    });
    const [tenant] = await prepareTenants(db.urls.web, ["alpine"]);
    const tenantId = tenant?.id ?? "";
    for (const name of endpoints) await makeEndpoint(name, tenantId);
    const pool = db.pool("web");
    stream = new StatusStream({ pool, tenantId, shipments: 6, random: random.fork() });
    await stream.start();
  });

  afterAll(async () => {
    await stream.stop();
    await worker.stop();
    await witness.close();
    await db.drop();
    worker.remove();
  });

  /** As the web application makes it. */
  async function makeEndpoint(name: string, tenantId: string): Promise<void> {
    const box = createSecretBox([{ id: "crash", key }]);
    const context = {
      // as: made by the database a moment ago, and the form of the domain's instants
      tenantId: tenantId as TenantId,
      actor: { kind: "system", id: null },
      now: new Date().toISOString() as Instant,
    } as const;
    const wanted = {
      url: witness.url(name),
      description: null,
      eventTypes: [],
      ordering: "ordered",
      headers: {},
      createdBy: null,
    } as const;
    const answer = await inRepeatedTransaction(db.pool("web"), (tx) =>
      createWebhookEndpoint(tx, context, { box, wanted }),
    );
    const { body } = answer;
    if (body === null || !("secret" in body)) throw new Error(`Refused: ${String(answer.status)}`);
    witness.trust(name, String(body.secret));
  }

  async function count(query: string): Promise<number> {
    const { rows } = await db.pool("admin").query<{ n: number }>({ text: query });
    return rows[0]?.n ?? 0;
  }

  function summary(duplicates: number): readonly string[] {
    const at = [...failpoints, "anywhere"].map((where) => {
      const n = worker.deaths.filter((death) => death.where === where).length;
      return `${where} ${String(n)}`;
    });
    const { arrivals } = witness;
    const wanted = endpoints.length * stream.changes.length;
    const refused = arrivals.filter(({ status }) => status !== 204).length;
    return [
      `killed ${String(kills)} times: ${at.join(", ")}`,
      `${String(wanted)} deliveries to ${String(endpoints.length)} endpoints: ${String(arrivals.length)} requests, ${String(refused)} answered 500`,
      `lost 0, out of order 0, changed or unverified bodies 0, duplicates ${String(duplicates)} (each after a death)`,
    ];
  }

  test(
    "loses nothing, repeats only what it may, and keeps the order of each shipment",
    async () => {
      for (let n = 0; n < kills; n += 1) {
        const failpoint = failpoints[n % (failpoints.length + 1)];
        if (failpoint === undefined) await worker.dieAnywhere(random);
        else await worker.dieAt(failpoint, random);
      }
      await stream.stop();
      await worker.start();
      const { changes } = stream;
      await vi.waitFor(
        async () => {
          await worker.hurry();
          const delivered = await count(
            "select count(*)::integer as n from hooks.finished_deliveries where state = 'delivered'",
          );
          expect(delivered).toBe(endpoints.length * changes.length);
        },
        { timeout: 60_000, interval: 100 },
      );
      const { deaths } = worker;
      expect(judgeArrivals({ changes, endpoints, deaths }, witness.arrivals)).toEqual([]);
      expect(await count("select count(*)::integer as n from hooks.deliveries")).toBe(0);
      expect(worker.surprises).toEqual([]);
      const log = worker.log();
      for (const [i, failpoint] of failpoints.entries()) {
        const reached = log.split(`failpoint ${failpoint} (`).length - 1;
        expect([failpoint, reached]).toEqual([failpoint, Math.ceil((kills - i) / 5)]);
      }
      expect(deaths).toHaveLength(kills);
      const duplicates = findDuplicates(witness.arrivals).length;
      // after a kill between the answer and its completion there is one at least
      expect(duplicates).toBeGreaterThanOrEqual(Math.floor(kills / 5));
      expect(changes.length).toBeGreaterThan(kills);
      for (const line of summary(duplicates)) process.stdout.write(`${line}\n`);
    },
    120_000 + kills * 5_000,
  );
});
