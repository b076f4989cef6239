import type { Instant } from "@shipment-tracking/domain";
import type { ImportKind } from "./columns.ts";
import type { ImportRecord } from "./import-records.ts";

/** An import as the API tells it (04-web-api), without its rejected lines. */
export interface ImportAnswer {
  readonly id: string;
  readonly kind: ImportKind;
  readonly state: "running" | "done" | "failed";
  /** Why it failed, a sentence; null otherwise. */
  readonly error: string | null;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  /** Lines with values below the header; 0 until they are counted. */
  readonly total: number;
  /** `accepted + duplicates + rejectedCount`. */
  readonly processed: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejectedCount: number;
}

/** An upload that still lasts is shown as running. */
export function importAnswer(record: ImportRecord): ImportAnswer {
  return {
    ...record,
    state: record.state === "receiving" ? "running" : record.state,
    rejectedCount: record.processed - record.accepted - record.duplicates,
  };
}
