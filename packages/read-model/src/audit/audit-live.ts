import { inTransaction, type Pool } from "@shipment-tracking/postgres";
import { readStanding } from "../rebuild/catch-up.ts";
import type { LogSource } from "../rebuild/log-source.ts";
import { schemas } from "../rebuild/redirected.ts";
import { auditGeneration } from "./audit-generation.ts";
import { sentenceOf } from "./find-difference.ts";

export type LiveAudit =
  | {
      readonly outcome: "equal";
      /** Events that the tables show, and rows that they have. */
      readonly events: number;
      readonly rows: number;
      readonly digest: string;
    }
  | { readonly outcome: "different"; readonly difference: string };

/**
 * Compares the live read tables with an independent fold of the log up to where they stand, all as of one moment, and changes nothing: the projector goes on
 * meanwhile. Needs the right to read both, and no time limit on statements that matters.
 */
export async function auditLive(pool: Pool, log: LogSource): Promise<LiveAudit> {
  return await inTransaction(pool, async (tx) => {
    await tx.query({ text: "set transaction isolation level repeatable read, read only" });
    const standing = await readStanding(tx, schemas.live);
    const heads = new Map([...standing].map(([part, { pos }]) => [part, pos]));
    const audit = await auditGeneration(tx, { schema: schemas.live, log, heads });
    if (audit.outcome === "different") {
      return { outcome: "different", difference: sentenceOf(audit.difference) };
    }
    const events = [...heads.values()].reduce((sum, pos) => sum + pos, 0);
    return { ...audit, events };
  });
}
