import type { DecodedEvent } from "@shipment-tracking/contracts";
import type { Queryable } from "@shipment-tracking/postgres";
import { projectApiKey, projectTenant, type TenantRow } from "../project/project-account.ts";
import { projectShipment } from "../project/project-shipment.ts";
import type { ShipmentRow } from "../project/shipment-row.ts";
import { loadApiKeys, saveApiKeys } from "./api-key-table.ts";
import { foldStream, type FoldedStream } from "./fold-stream.ts";
import type { Poison, StreamWork } from "./group-streams.ts";
import { parkStreams } from "./parked-streams.ts";
import { moveCounts, type StatusMove } from "./shipment-counts.ts";
import { loadShipments, saveShipments } from "./shipment-tables.ts";
import { isApiKeyEvent, isShipmentEvent, isTenantEvent, narrowed } from "./stream-kind.ts";
import type { StreamKey } from "./stream-key.ts";
import type { Target } from "./target.ts";
import { loadTenants, saveTenants } from "./tenant-table.ts";

/** What became of some streams' events. */
export interface AppliedStreams {
  readonly applied: number;
  /** Events that their rows contained already. */
  readonly repeated: number;
  /** Events that wait behind a poison. */
  readonly waiting: number;
  readonly parked: readonly Poison[];
}

/** Folds the streams onto their rows in memory and writes each table with one statement, in the caller's transaction. */
export async function applyStreams(
  tx: Queryable,
  target: Target,
  works: readonly StreamWork[],
): Promise<AppliedStreams> {
  const shipments = await foldShipments(tx, works.filter(startsWith(isShipmentEvent)));
  const tenants = await foldTenants(tx, works.filter(startsWith(isTenantEvent)));
  const apiKeys = await foldApiKeys(tx, works.filter(startsWith(isApiKeyEvent)));
  const undecoded = works.filter((work) => work.events.length === 0).map(nothingFolded);
  const all = [...shipments, ...tenants, ...apiKeys, ...undecoded];

  const changedShipments = shipments.flatMap(changedRow);
  const changedTenants = tenants.flatMap(changedRow);
  const changedApiKeys = apiKeys.flatMap(changedRow);
  await saveShipments(tx, changedShipments);
  await saveApiKeys(tx, changedApiKeys);
  await saveTenants(
    tx,
    tenantsOf([...changedShipments, ...changedTenants, ...changedApiKeys]),
    new Map(changedTenants.map((row) => [row.tenantId, row])),
  );
  await moveCounts(tx, shipments.flatMap(statusMove));

  const parked = all.flatMap(({ poison }) => (poison === null ? [] : [poison]));
  await parkStreams(tx, target, parked);
  return {
    applied: sum(all.map((folded) => folded.applied)),
    repeated: sum(all.map((folded) => folded.repeated)),
    waiting: sum(all.map((folded) => folded.waiting)),
    parked,
  };
}

async function foldShipments(
  tx: Queryable,
  works: readonly StreamWork[],
): Promise<readonly FoldedStream<ShipmentRow>[]> {
  if (works.length === 0) return [];
  const rows = await loadShipments(tx, works.map(streamKey));
  return works.map((work) =>
    foldStream(work, rows.get(work.streamId) ?? null, (row, { event, record }) =>
      projectShipment(row, narrowed(isShipmentEvent, event), record),
    ),
  );
}

async function foldTenants(
  tx: Queryable,
  works: readonly StreamWork[],
): Promise<readonly FoldedStream<TenantRow>[]> {
  if (works.length === 0) return [];
  const rows = await loadTenants(
    tx,
    works.map((work) => work.streamId),
  );
  return works.map((work) =>
    foldStream(work, rows.get(work.streamId) ?? null, (row, { event, record }) =>
      projectTenant(row, narrowed(isTenantEvent, event), record),
    ),
  );
}

async function foldApiKeys(
  tx: Queryable,
  works: readonly StreamWork[],
): Promise<readonly FoldedStream<ReturnType<typeof projectApiKey>>[]> {
  if (works.length === 0) return [];
  const rows = await loadApiKeys(tx, works.map(streamKey));
  return works.map((work) =>
    foldStream(work, rows.get(work.streamId) ?? null, (row, { event, record }) =>
      projectApiKey(row, narrowed(isApiKeyEvent, event), record),
    ),
  );
}

function startsWith(isKind: (event: DecodedEvent["event"]) => boolean) {
  return (work: StreamWork): boolean => {
    const [first] = work.events;
    return first !== undefined && isKind(first.event);
  };
}

function streamKey(work: StreamWork): StreamKey {
  // only called for works that begin with a decoded event
  return { tenantId: work.events[0]?.record.tenantId ?? "", streamId: work.streamId };
}

function nothingFolded(work: StreamWork): FoldedStream<never> {
  const { poison, waiting } = work;
  return { before: null, after: null, applied: 0, repeated: 0, waiting, poison };
}

function changedRow<Row>(folded: FoldedStream<Row>): Row[] {
  return folded.applied > 0 && folded.after !== null ? [folded.after] : [];
}

function statusMove({ before, after }: FoldedStream<ShipmentRow>): StatusMove[] {
  if (after === null || after === before) return [];
  return [{ tenantId: after.tenantId, before: before?.status ?? null, after: after.status }];
}

function tenantsOf(rows: readonly { readonly tenantId: string }[]): readonly string[] {
  return [...new Set(rows.map((row) => row.tenantId))];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
