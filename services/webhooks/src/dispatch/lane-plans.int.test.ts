import { randomUUID } from "node:crypto";
import type { Queryable } from "@shipment-tracking/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Dispatching } from "../fixtures/dispatching.ts";
import { fanOut } from "../ingest/fan-out.ts";
import {
  finishDeliveries,
  retryDeliveries,
  supersedeStale,
  unblockLanes,
} from "./finish-deliveries.ts";

const deep = 5_000;
const lane = { endpointId: "", shipmentId: randomUUID() };

let at: Dispatching;
/** One connection: prepared statements and their plans belong to it. */
let client: Queryable & { release(destroy: boolean): void };

/** Plans that were made on an empty queue and are kept, as those of a worker that was started before there was anything to do. */
beforeAll(async () => {
  at = await Dispatching.start();
  lane.endpointId = (await at.tables.endpoint()).id;
  client = await at.db.pool("webhooks").connect();
  await run("set plan_cache_mode = force_generic_plan");
  await run("set enable_seqscan = off");
  const nobody = { endpointId: randomUUID(), shipmentId: randomUUID() };
  // nothing comes between that would have the plans made again
  await at.rows("alter table hooks.deliveries set (autovacuum_enabled = off)");
  await unblockLanes(client, [nobody]);
  await supersedeStale(client, [nobody]);
  await finishDeliveries(client, [finished(randomUUID())]);
  await retryDeliveries(client, [retried(randomUUID())]);
  await fanOut(client, at.messages(1));
  await run("delete from hooks.deliveries");
  await at.rows(
    `insert into hooks.deliveries (
       id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at, blocked, claim_id
     )
     select gen_random_uuid(), endpoints.id, $1, gen_random_uuid(), now(), $2, n, 'event', now(), n > 1,
       case when n = 1 then $3::uuid end
     from generate_series(1, $4::integer) as numbers (n)
     cross join hooks.endpoints`,
    [at.tables.tenantId, lane.shipmentId, claimId, deep],
  );
});

afterAll(async () => {
  client.release(true);
  await at.close();
});

const claimId = randomUUID();
const finished = (id: string) => ({ id, claimId, state: "delivered" as const, reason: null });
const retried = (id: string) => ({ id, claimId, delayMs: 5_000, releasesLane: true });
const run = (text: string, values: readonly unknown[] = []) =>
  client.query({ text, values: [...values] });

/** What a statement did to the lane, undone: how many rows of the queue it looked at, and which of the lane are not blocked after it. */
async function cost(
  before: string,
  work: () => Promise<unknown>,
): Promise<{ readonly visited: number; readonly free: number }> {
  await run("begin");
  try {
    await run(before, [lane.endpointId]);
    const start = await rowsVisited();
    await work();
    const visited = (await rowsVisited()) - start;
    const { rows } = await run(
      "select count(*)::integer as n from hooks.deliveries where endpoint_id = $1 and not blocked",
      [lane.endpointId],
    );
    return { visited, free: (rows[0] as { readonly n: number }).n };
  } finally {
    await run("rollback");
  }
}

async function rowsVisited(): Promise<number> {
  const { rows } = await run(
    `select (seq_tup_read + idx_tup_fetch)::integer as n
     from pg_stat_xact_user_tables
     where relid = 'hooks.deliveries'::regclass`,
  );
  return (rows[0] as { readonly n: number } | undefined)?.n ?? 0;
}

const heads = (set: string) =>
  `update hooks.deliveries set ${set} where endpoint_id = $1 and sequence = 1`;
const deliverHead = "delete from hooks.deliveries where endpoint_id = $1 and sequence = 1";
const headId = async (): Promise<string> => {
  const { rows } = await run(
    "select id from hooks.deliveries where endpoint_id = $1 and sequence = 1",
    [lane.endpointId],
  );
  return (rows[0] as { readonly id: string }).id;
};

test("a completion looks at what becomes free in its lane, not at all that waits there", async () => {
  const unblock = () => unblockLanes(client, [lane]);
  const held = await cost(heads("attempts = 1"), unblock);
  expect(held).toEqual({ visited: expect.toSatisfy(isFew), free: 1 });
  const delivered = await cost(deliverHead, unblock);
  expect(delivered).toEqual({ visited: expect.toSatisfy(isFew), free: 1 });
  const givenUp = await cost(heads("holds = false"), unblock);
  expect(givenUp).toEqual({ visited: expect.toSatisfy(isFew), free: 2 });
});

test("many that become free at once cost a few looks each", async () => {
  const givenUp =
    "update hooks.deliveries set holds = false where endpoint_id = $1 and sequence <= 1000";
  const { visited, free } = await cost(givenUp, () => unblockLanes(client, [lane]));
  expect(free).toBe(1_001);
  expect(visited).toBeLessThan(5 * 1_001);
});

test("what else a completion or a new message does to a deep lane looks at few rows", async () => {
  const nothing = "select $1::uuid";
  const id = await headId();
  const one = at.message(lane.shipmentId, deep + 1);
  const costs = {
    finish: await cost(nothing, () => finishDeliveries(client, [finished(id)])),
    retry: await cost(nothing, () => retryDeliveries(client, [retried(id)])),
    stale: await cost(nothing, () =>
      supersedeStale(client, [{ ...lane, shipmentId: randomUUID() }]),
    ),
    put: await cost(nothing, () => fanOut(client, [one])),
  };
  expect(Object.entries(costs).filter(([, { visited }]) => !isFew(visited))).toEqual([]);
});

function isFew(visited: number): boolean {
  return visited < 40;
}
