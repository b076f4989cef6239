import type {
  Fact,
  FoldState,
  Instant,
  ShipmentId,
  TimelineEntry,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** An entry that a batch recorded, with the fold after it as it stands at the end of the batch. */
export interface NewFact {
  readonly shipmentId: ShipmentId;
  readonly kind: Fact["kind"];
  readonly recordedVersion: number;
  readonly entry: TimelineEntry;
  readonly after: FoldState;
  /** Given when the same batch voided it again. */
  readonly voided: { readonly at: Instant; readonly reason: string } | null;
}

/** A fact of the window whose fold a later-recorded or voided one has moved. */
export interface RefoldedFact {
  readonly shipmentId: ShipmentId;
  readonly eventId: TrackingEventId;
  readonly after: FoldState;
}

export interface VoidedFact {
  readonly shipmentId: ShipmentId;
  readonly eventId: TrackingEventId;
  readonly at: Instant;
  readonly reason: string;
}

export async function insertFacts(
  db: Queryable,
  facts: readonly NewFact[],
  now: Instant,
): Promise<void> {
  if (facts.length === 0) return;
  await db.query({
    name: "insert_facts",
    text: `
      insert into write.shipment_facts (
        shipment_id, event_id, event_at, recorded_version, kind, event_type, city, description, internal_note, external_id,
        after_status, after_moved, after_back, recorded_at, voided_at, void_reason
      )
      select facts.shipment_id, facts.event_id, facts.event_at, facts.recorded_version, facts.kind, facts.event_type, facts.city,
        facts.description, facts.internal_note, facts.external_id, facts.after_status, facts.after_moved, facts.after_back, $16,
        facts.voided_at, facts.void_reason
      from unnest(
        $1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::text[], $12::boolean[], $13::boolean[], $14::timestamptz[], $15::text[]
      ) as facts (
        shipment_id, event_id, event_at, recorded_version, kind, event_type, city, description, internal_note, external_id,
        after_status, after_moved, after_back, voided_at, void_reason
      )`,
    values: [
      facts.map((fact) => fact.shipmentId),
      facts.map((fact) => fact.entry.eventId),
      facts.map((fact) => fact.entry.eventAt),
      facts.map((fact) => fact.recordedVersion),
      facts.map((fact) => fact.kind),
      facts.map((fact) => fact.entry.eventType),
      facts.map((fact) => fact.entry.city),
      facts.map((fact) => fact.entry.description),
      facts.map((fact) => fact.entry.internalNote),
      facts.map((fact) => fact.entry.externalId),
      ...foldColumns(facts),
      facts.map((fact) => fact.voided?.at ?? null),
      facts.map((fact) => fact.voided?.reason ?? null),
      now,
    ],
  });
}

export async function updateFolds(db: Queryable, facts: readonly RefoldedFact[]): Promise<void> {
  if (facts.length === 0) return;
  await db.query({
    name: "update_folds",
    text: `
      update write.shipment_facts
      set after_status = refolded.after_status,
        after_moved = refolded.after_moved,
        after_back = refolded.after_back
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::boolean[])
        as refolded (shipment_id, event_id, after_status, after_moved, after_back)
      where shipment_facts.shipment_id = refolded.shipment_id
        and shipment_facts.event_id = refolded.event_id`,
    values: [
      facts.map((fact) => fact.shipmentId),
      facts.map((fact) => fact.eventId),
      ...foldColumns(facts),
    ],
  });
}

export async function voidFacts(db: Queryable, facts: readonly VoidedFact[]): Promise<void> {
  if (facts.length === 0) return;
  await db.query({
    name: "void_facts",
    text: `
      update write.shipment_facts
      set voided_at = voided.voided_at,
        void_reason = voided.void_reason
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[])
        as voided (shipment_id, event_id, voided_at, void_reason)
      where shipment_facts.shipment_id = voided.shipment_id
        and shipment_facts.event_id = voided.event_id`,
    values: [
      facts.map((fact) => fact.shipmentId),
      facts.map((fact) => fact.eventId),
      facts.map((fact) => fact.at),
      facts.map((fact) => fact.reason),
    ],
  });
}

function foldColumns(
  facts: readonly { readonly after: FoldState }[],
): readonly (readonly unknown[])[] {
  return [
    facts.map((fact) => fact.after.status),
    facts.map((fact) => fact.after.moved),
    facts.map((fact) => fact.after.back),
  ];
}
