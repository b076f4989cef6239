import {
  changedFacts,
  type Fact,
  type FoldState,
  type Instant,
  type ShipmentId,
  type ShipmentState,
  type TenantId,
  type TimelineEntry,
  type TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { saveSearch } from "../search/save-search.ts";
import type { Batch, RecordedEvent, WorkingShipment } from "./batch.ts";
import {
  insertFacts,
  type NewFact,
  type RefoldedFact,
  updateFolds,
  type VoidedFact,
  voidFacts,
} from "./save-facts.ts";
import { type ChangedShipment, updateShipments } from "./save-shipments.ts";

/** Writes what a batch has changed: one statement per table and kind of change, none where nothing changed. */
export async function saveBatch(
  tx: Queryable,
  batch: Batch,
  { tenantId, now }: { readonly tenantId: TenantId; readonly now: Instant },
): Promise<void> {
  const changed = [...batch.shipments.values()].filter((working) => working.recorded.length > 0);
  const facts = changed.map((working) => factChanges(working, now));
  await updateShipments(tx, changed.flatMap(stateToUpdate), now);
  await saveSearch(tx, tenantId, changed.flatMap(stateToFind));
  await insertFacts(
    tx,
    facts.flatMap((change) => change.added),
    now,
  );
  await updateFolds(
    tx,
    facts.flatMap((change) => change.refolded),
  );
  await voidFacts(
    tx,
    facts.flatMap((change) => change.voided),
  );
}

/** A shipment whose row was inserted in this very state needs no update. */
function stateToUpdate({
  state,
  inserted,
  eventBeforeAt,
}: WorkingShipment): readonly ChangedShipment[] {
  if (state === null || inserted?.version === state.version) return [];
  return [{ state, lastEventAt: state.facts.at(-1)?.eventAt ?? eventBeforeAt }];
}

/** A shipment whose details are new. */
function stateToFind({ state, recorded }: WorkingShipment): readonly ShipmentState[] {
  const isNew = recorded.some(
    ({ event }) => event.type === "shipment.created" || event.type === "shipment.details_changed",
  );
  return isNew && state !== null ? [state] : [];
}

interface FactChanges {
  readonly added: readonly NewFact[];
  readonly refolded: readonly RefoldedFact[];
  readonly voided: readonly VoidedFact[];
}

function factChanges(working: WorkingShipment, now: Instant): FactChanges {
  const { state } = working;
  if (state === null) return { added: [], refolded: [], voided: [] };
  const shipmentId = state.shipmentId;
  const added = working.recorded.flatMap(addedEntry);
  const addedIds = new Set(added.map((addition) => addition.entry.eventId));
  const voids = new Map(working.recorded.flatMap((recorded) => voidedEntry(recorded, now)));
  const folds = new Map(state.facts.map((fact) => [fact.eventId, fact.after]));
  return {
    added: added.map((addition) => ({
      ...addition,
      shipmentId,
      after: folds.get(addition.entry.eventId) ?? meaninglessFold(addition.entry),
      voided: voids.get(addition.entry.eventId) ?? null,
    })),
    refolded: changedFacts(working.loaded, state)
      .filter((fact) => !addedIds.has(fact.eventId))
      .map((fact) => refolded(shipmentId, fact)),
    voided: [...voids]
      .filter(([eventId]) => !addedIds.has(eventId))
      .map(([eventId, voided]) => ({ shipmentId, eventId, ...voided })),
  };
}

function addedEntry({
  event,
  version,
}: RecordedEvent): readonly Pick<NewFact, "kind" | "recordedVersion" | "entry">[] {
  switch (event.type) {
    case "shipment.tracking_event_recorded":
      return [{ kind: "scan", recordedVersion: version, entry: event.entry }];
    case "shipment.return_started":
      return [{ kind: "return_started", recordedVersion: version, entry: event.entry }];
    case "shipment.tracking_event_voided":
      return event.replacement === null
        ? []
        : [{ kind: "scan", recordedVersion: version, entry: event.replacement }];
    case "shipment.created":
    case "shipment.details_changed":
    case "shipment.cancelled":
    case "shipment.reopened":
    case "shipment.shared":
      return [];
  }
}

function voidedEntry(
  { event }: RecordedEvent,
  at: Instant,
): readonly (readonly [TrackingEventId, { readonly at: Instant; readonly reason: string }])[] {
  return event.type === "shipment.tracking_event_voided"
    ? [[event.eventId, { at, reason: event.reason }]]
    : [];
}

function refolded(shipmentId: ShipmentId, { eventId, after }: Fact): RefoldedFact {
  return { shipmentId, eventId, after };
}

/** An entry that the same batch recorded and voided is in no timeline; its row keeps the status it was recorded with. */
function meaninglessFold(entry: TimelineEntry): FoldState {
  return { status: entry.status, moved: false, back: false };
}
