import type { Fact, ShipmentState } from "./state.ts";

/**
 * The facts that are new or folded differently than before: rows to insert or to update once several events have been
 * applied. Voided ones are in `voidedIds`; a fact that was recorded and voided in between is in neither state, yet its row
 * must be kept (its external id stays known): insert rows from the events, then update them from here.
 */
export function changedFacts(before: ShipmentState | null, after: ShipmentState): readonly Fact[] {
  const unchanged = new Set(before?.facts);
  return after.facts.filter((fact) => !unchanged.has(fact));
}
