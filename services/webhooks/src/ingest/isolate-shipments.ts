import type { EventRecord } from "@shipment-tracking/contracts";
import { isDataError, type Queryable } from "@shipment-tracking/postgres";
import { applyRecords, type AppliedRecords } from "./apply-records.ts";
import { byStream } from "./by-stream.ts";
import { lockReceivers } from "./fan-out.ts";
import { parkStreams } from "./parked-streams.ts";

/**
 * `applyRecords` one shipment at a time, each behind a savepoint: slower, but a shipment whose values the database refuses is found and
 * parked while the others go on.
 */
export async function isolateShipments(
  tx: Queryable,
  records: readonly EventRecord[],
): Promise<AppliedRecords> {
  // all at once and in their order: shipment by shipment two workers could wait for each other
  await lockReceivers(tx, [...new Set(records.map((record) => record.tenantId))]);
  const results: AppliedRecords[] = [];
  for (const own of byStream(records).values()) {
    const whole = await trySavepoint(tx, () => applyRecords(tx, own));
    results.push(whole instanceof Error ? await applyUpToPoison(tx, own) : whole);
  }
  return addUp(results);
}

/** Applies a shipment's records one by one and parks it at the first that the database refuses. */
async function applyUpToPoison(
  tx: Queryable,
  records: readonly EventRecord[],
): Promise<AppliedRecords> {
  const results: AppliedRecords[] = [];
  for (const record of records) {
    const result = await trySavepoint(tx, () => applyRecords(tx, [record]));
    if (!(result instanceof Error)) {
      results.push(result);
      continue;
    }
    const parked = [{ record, error: `Database: ${result.message}` }];
    await parkStreams(tx, parked);
    return addUp([...results, { ...nothing, parked }]);
  }
  return addUp(results);
}

async function trySavepoint<Result>(
  tx: Queryable,
  work: () => Promise<Result>,
): Promise<Result | Error> {
  await tx.query({ text: "savepoint shipment" });
  try {
    const result = await work();
    await tx.query({ text: "release savepoint shipment" });
    return result;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await tx.query({ text: "rollback to savepoint shipment" });
    return error;
  }
}

const nothing: AppliedRecords = { applied: 0, messages: 0, deliveries: 0, parked: [] };

function addUp(results: readonly AppliedRecords[]): AppliedRecords {
  return results.reduce(
    (total, one) => ({
      applied: total.applied + one.applied,
      messages: total.messages + one.messages,
      deliveries: total.deliveries + one.deliveries,
      parked: [...total.parked, ...one.parked],
    }),
    nothing,
  );
}
