import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { finishAttempts } from "./finish-attempts.ts";
import type { MadeAttempt } from "./made-attempt.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const endpoints = Array.from({ length: 64 }, () => randomUUID());
const slots = 4;

test("results of one claim are found one by one, not each among all that began with it", async () => {
  const admin = db.pool("admin");
  // nothing comes between that would have the plan made again
  const { rows: days } = await admin.query<{ readonly name: string }>({
    text: "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'hooks.attempts'::regclass",
  });
  for (const { name } of days) {
    await admin.query({ text: `alter table ${name} set (autovacuum_enabled = off)` });
  }
  await addClaims(1);
  const client = await db.pool("webhooks").connect();
  try {
    await client.query({ text: "set plan_cache_mode = force_generic_plan" });
    await client.query({ text: "set enable_seqscan = off; set enable_bitmapscan = off" });
    // a worker that makes its plan when it has hardly begun
    await finishAttempts(client, []);
    await addClaims(20);
    const { rows } = await admin.query<Row>({
      text: `
        select attempts.delivery_id as id, attempts.endpoint_id as "endpointId", attempts.started_at as "startedAt"
        from hooks.attempts
        where attempts.started_at = (select max(attempts.started_at) from hooks.attempts)`,
    });
    expect(rows).toHaveLength(slots * endpoints.length);
    await client.query({ text: "begin" });
    await finishAttempts(client, rows.map(made));
    const { rows: seen } = await client.query<{ readonly n: number }>({
      text: `
        select sum(idx_tup_fetch + seq_tup_read)::integer as n
        from pg_stat_xact_user_tables
        where relname like 'attempts%'`,
    });
    expect(seen[0]?.n).toBeGreaterThanOrEqual(rows.length);
    expect(seen[0]?.n).toBeLessThanOrEqual((slots + 1) * rows.length);
  } finally {
    client.release(true);
  }
});

/** Each as many attempts as the endpoints have slots, all begun in the same moment. */
async function addClaims(n: number): Promise<void> {
  await db.pool("admin").query({
    text: `
      insert into hooks.attempts (delivery_id, number, started_at, tenant_id, endpoint_id, claim_id)
      select gen_random_uuid(), 1, now()::timestamptz(3) + claims.n * interval '1 millisecond', gen_random_uuid(), endpoints.id,
        gen_random_uuid()
      from unnest($1::uuid[]) as endpoints (id)
      cross join generate_series(1, $2::integer) as claims (n)
      cross join generate_series(1, $3::integer)`,
    values: [endpoints, n, slots],
  });
}

interface Row {
  readonly id: string;
  readonly endpointId: string;
  readonly startedAt: string;
}

function made({ id, endpointId, startedAt }: Row): MadeAttempt {
  const delivery: ClaimedDelivery = {
    id,
    claimId: randomUUID(),
    endpointId,
    tenantId: randomUUID(),
    messageId: randomUUID(),
    shipmentId: null,
    sequence: 1,
    kind: "event",
    attempt: 1,
    attemptStartedAt: startedAt,
    firstAttemptAt: startedAt,
    body: Buffer.alloc(0),
    recordedAt: startedAt,
  };
  const phases = { dnsMs: 0, connectMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 };
  const facts = { status: 204, phases, excerpt: null, retried: 0 };
  return {
    delivery,
    result: { outcome: "delivered", ...facts, requestBytes: 0, responseBytes: 0 },
  };
}
