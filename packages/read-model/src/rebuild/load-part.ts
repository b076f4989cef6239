import { isDataError, inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { applyDeliveryIn } from "../apply/apply-delivery.ts";
import type { Poison } from "../apply/group-streams.ts";
import { parkStreams } from "../apply/parked-streams.ts";
import { projectorConsumer } from "../apply/target.ts";
import type { TenantRow } from "../project/project-account.ts";
import { createRowCopier } from "./copy-rows.ts";
import { foldFresh } from "./fold-fresh.ts";
import { streamsOfPart, type LogSource } from "./log-source.ts";
import { redirected, transactionsOn, type GenerationSchema } from "./redirected.ts";

export interface PartToLoad {
  readonly part: number;
  /** Loaded up to here. */
  readonly head: number;
  readonly schema: GenerationSchema;
  readonly log: LogSource;
  /** Called with the number of events done since the last call; negative when some must be done again. */
  readonly onEvents: (events: number) => void;
}

/** The tenants that have a row in the part; what their own stream says of them where it is in this part. */
export type PartTenants = ReadonlyMap<string, TenantRow | null>;

/** Fills the empty tables with the part's rows and sets its position, in one transaction. */
export async function loadPart(pool: Pool, work: PartToLoad): Promise<PartTenants> {
  let reported = 0;
  const onEvents = (events: number): void => {
    reported += events;
    work.onEvents(events);
  };
  try {
    return await copyPart(pool, { ...work, onEvents });
  } catch (error) {
    if (!isDataError(error)) throw error;
    // some event's values are refused: the way of deliveries finds whose, and parks its stream
    work.onEvents(-reported);
    await deliverPart(pool, work);
    return new Map();
  }
}

async function copyPart(pool: Pool, work: PartToLoad): Promise<PartTenants> {
  return await inTransaction(pool, async (tx) => {
    await tx.query({ text: loadSettings });
    const copier = createRowCopier(tx, work.schema);
    const tenants = new Map<string, TenantRow | null>();
    const poisons: Poison[] = [];
    for await (const records of streamsOfPart(work.log, work.part, work.head)) {
      const { fresh, poison } = foldFresh(records);
      if (poison !== null) poisons.push(poison);
      if (fresh !== null) {
        await copier.add(fresh);
        if (fresh.kind === "tenant") tenants.set(fresh.row.tenantId, fresh.row);
        else if (!tenants.has(fresh.row.tenantId)) tenants.set(fresh.row.tenantId, null);
      }
      work.onEvents(records.length);
    }
    await copier.end();
    const db = redirected(tx, work.schema);
    await parkStreams(db, { consumer: projectorConsumer }, poisons);
    await insertPosition(db, work.part, work.head);
    return tenants;
  });
}

// folding a part may take longer than a connection may be idle in its transaction; the switch's commit makes all of it durable
const loadSettings = [
  "set local idle_in_transaction_session_timeout = 0",
  "set local synchronous_commit = off",
].join("; ");

async function insertPosition(db: Queryable, part: number, pos: number): Promise<void> {
  await db.query({
    text: `
insert into read.positions (consumer, part, pos)
values ($1, $2, $3)`,
    values: [projectorConsumer, part, pos],
  });
}

async function deliverPart(pool: Pool, work: PartToLoad): Promise<void> {
  const { part, head, log } = work;
  const transact = transactionsOn(pool, work.schema);
  for (let pos = 0; pos < head;) {
    const page = await log.part(part, { afterPos: pos, limit: 1_000 });
    const records = page.filter((record) => record.pos <= head);
    if (records.length === 0) {
      throw new Error(`The log has no event after position ${String(part)}.${String(pos)}`);
    }
    const batches = [{ part, epoch: 0, records }];
    await applyDeliveryIn(transact, { consumer: projectorConsumer, batches });
    pos += records.length;
    work.onEvents(records.length);
  }
}
