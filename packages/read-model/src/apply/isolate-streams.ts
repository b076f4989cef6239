import { isDataError, type Queryable } from "@shipment-tracking/postgres";
import { applyStreams, type AppliedStreams } from "./apply-streams.ts";
import type { StreamWork } from "./group-streams.ts";
import { parkStreams } from "./parked-streams.ts";
import type { Target } from "./target.ts";

/**
 * `applyStreams` one stream at a time, each behind a savepoint: slower, but a stream whose values the database refuses is found and parked
 * while the others are applied. Streams go in tenant order, the order in which tenants' rows are locked everywhere.
 */
export async function isolateStreams(
  tx: Queryable,
  target: Target,
  works: readonly StreamWork[],
): Promise<AppliedStreams> {
  const results: AppliedStreams[] = [];
  for (const work of works.toSorted(byTenant)) {
    const whole = await trySavepoint(tx, () => applyStreams(tx, target, [work]));
    results.push(whole instanceof Error ? await applyUpToPoison(tx, target, work) : whole);
  }
  return addUp(results);
}

/** Applies the stream's events one by one and parks it at the first that the database refuses. */
async function applyUpToPoison(
  tx: Queryable,
  target: Target,
  work: StreamWork,
): Promise<AppliedStreams> {
  const results: AppliedStreams[] = [];
  for (const [at, decoded] of work.events.entries()) {
    const single: StreamWork = { ...work, events: [decoded], poison: null, waiting: 0 };
    const result = await trySavepoint(tx, () => applyStreams(tx, target, [single]));
    if (!(result instanceof Error)) {
      results.push(result);
      if (result.parked.length === 0) continue;
      return addUp([...results, { ...nothing, waiting: behind(work, at) }]);
    }
    const parked = [{ record: decoded.record, error: `Database: ${result.message}` }];
    await parkStreams(tx, target, parked);
    return addUp([...results, { ...nothing, waiting: behind(work, at), parked }]);
  }
  const parked = work.poison === null ? [] : [work.poison];
  await parkStreams(tx, target, parked);
  return addUp([...results, { ...nothing, waiting: work.waiting, parked }]);
}

async function trySavepoint<Result>(
  tx: Queryable,
  work: () => Promise<Result>,
): Promise<Result | Error> {
  await tx.query({ text: "savepoint stream" });
  try {
    const result = await work();
    await tx.query({ text: "release savepoint stream" });
    return result;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await tx.query({ text: "rollback to savepoint stream" });
    return error;
  }
}

const nothing: AppliedStreams = { applied: 0, repeated: 0, waiting: 0, parked: [] };

function addUp(results: readonly AppliedStreams[]): AppliedStreams {
  return results.reduce(
    (total, one) => ({
      applied: total.applied + one.applied,
      repeated: total.repeated + one.repeated,
      waiting: total.waiting + one.waiting,
      parked: [...total.parked, ...one.parked],
    }),
    nothing,
  );
}

function behind(work: StreamWork, at: number): number {
  const undecoded = work.poison === null ? 0 : work.waiting + 1;
  return work.events.length - at - 1 + undecoded;
}

function byTenant(left: StreamWork, right: StreamWork): number {
  const [one, other] = [tenantOf(left), tenantOf(right)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function tenantOf(work: StreamWork): string {
  return work.events[0]?.record.tenantId ?? "";
}
