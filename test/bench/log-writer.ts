import { randomUUID } from "node:crypto";
import { announceNews, partOf } from "@shipment-tracking/event-log";
import {
  copyInto,
  copyLine,
  inTransaction,
  type Pool,
  type Queryable,
} from "@shipment-tracking/postgres";
import { sharing, templateEvents, templateId, templateNumber } from "./template-events.ts";

export interface LogWriterOptions {
  /** Ids of tenants that are in the log already. */
  readonly tenantIds: readonly string[];
  /** Shipments whose events are mixed in the log; default 2,000. */
  readonly together?: number;
}

export interface LogWriter {
  /** Appends that many events in one transaction, at the next positions of their parts, and announces them; `pool`: a superuser's, or another's who may append. */
  write(pool: Pool, count: number): Promise<void>;
}

interface Written {
  readonly tenantId: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly data: string;
}

/**
 * Writes events straight into the log with COPY, the cheapest way there is: shipments of eight events each, as the domain decides them, a group of
 * shipments taking turns; every fourth shipment is shared, which is its ninth event.
 */
export function createLogWriter(options: LogWriterOptions): LogWriter {
  const events = endlessEvents(options.tenantIds, options.together ?? 2_000);
  return {
    write: async (pool, count) => {
      await inTransaction(pool, async (tx) => {
        await append(
          tx,
          Array.from({ length: count }, () => nextOf(events)),
        );
      });
      announceNews(pool);
    },
  };
}

/** Tenants of these ids, each an event of its own. */
export async function writeTenants(pool: Pool, tenantIds: readonly string[]): Promise<void> {
  const data = JSON.stringify({ name: "Bench" });
  await inTransaction(pool, (tx) =>
    append(
      tx,
      tenantIds.map((id) => {
        return { tenantId: id, streamId: id, version: 1, type: "tenant.created", data };
      }),
    ),
  );
}

async function append(tx: Queryable, events: readonly Written[]): Promise<void> {
  const counts = new Map<number, number>();
  const placed = events.map((event) => {
    const part = partOf(event.streamId);
    const place = (counts.get(part) ?? 0) + 1;
    counts.set(part, place);
    return { ...event, part, place };
  });
  const bases = await advanceHeads(tx, counts);
  const lines = placed.map(({ part, place, ...event }) => {
    const { tenantId, streamId, version, type, data } = event;
    const pos = (bases.get(part) ?? 0) + place;
    const head = [part, pos, randomUUID(), type, 1, tenantId, streamId, version];
    return copyLine([...head, at, at, "system", null, null, data]);
  });
  await copyInto(tx, { schema: "write", table: "event_log", columns }, lines.join(""));
}

/** Where each part was before. The heads are locked in the order in which appends lock them. */
async function advanceHeads(
  tx: Queryable,
  counts: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await tx.query<{ readonly part: number; readonly base: number }>({
    text: `
      with locked as materialized (
        select heads.part
        from write.log_head as heads
        where heads.part = any ($1::smallint[])
        order by heads.part
        for no key update
      )
      update write.log_head as heads
      set pos = heads.pos + added.n
      from unnest($1::smallint[], $2::integer[]) as added (part, n)
      join locked on locked.part = added.part
      where heads.part = added.part
      returning heads.part, heads.pos - added.n as base`,
    values: [[...counts.keys()], [...counts.values()]],
  });
  return new Map(rows.map(({ part, base }) => [part, base]));
}

function* endlessEvents(tenantIds: readonly string[], together: number): Generator<Written> {
  const template = templateEvents();
  const share = sharing();
  for (let first = 0; ; first += together) {
    const ids = Array.from({ length: together }, () => randomUUID());
    for (const [index, event] of template.entries()) {
      for (const [n, streamId] of ids.entries()) {
        const data = event.data
          .replaceAll(templateId, streamId)
          .replace(templateNumber, `SHP-${String(first + n)}`);
        yield { ...event, data, tenantId: ownerOf(n), streamId, version: index + 1 };
      }
    }
    for (const [n, streamId] of ids.entries()) {
      const version = template.length + 1;
      if (n % 4 === 0) yield { ...share(), tenantId: ownerOf(n), streamId, version };
    }
  }
  function ownerOf(n: number): string {
    return tenantIds[n % tenantIds.length] ?? "";
  }
}

function nextOf(events: Generator<Written>): Written {
  const next = events.next();
  if (next.done === true) throw new Error("the events have ended");
  return next.value;
}

const at = "2026-03-01T00:00:00.000Z";
const columns =
  "part pos id type schema_version tenant_id stream_id version occurred_at recorded_at actor_kind actor_id traceparent data".split(
    " ",
  );
