import type { EventRecord } from "@shipment-tracking/contracts";
import { allAnswers, type Queryable } from "@shipment-tracking/postgres";
import { fanOut } from "./fan-out.ts";
import { foldShipments } from "./fold-shipments.ts";
import { parkStreams, type Poison } from "./parked-streams.ts";
import { saveStates } from "./shipment-state.ts";

export interface AppliedRecords {
  readonly applied: number;
  readonly messages: number;
  readonly deliveries: number;
  readonly parked: readonly Poison[];
}

/** Stores what follows from records of shipments: their states, messages and deliveries, and the streams that have to wait. */
export async function applyRecords(
  tx: Queryable,
  records: readonly EventRecord[],
): Promise<AppliedRecords> {
  const folded = await foldShipments(tx, records);
  const [, , deliveries] = await allAnswers([
    saveStates(tx, folded.states),
    parkStreams(tx, folded.poisons),
    fanOut(tx, folded.messages),
  ]);
  const { applied, messages, poisons } = folded;
  return { applied, messages: messages.length, deliveries, parked: poisons };
}
