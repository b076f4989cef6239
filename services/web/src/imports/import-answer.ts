import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { importRecord } from "../openapi/schemas/imports.ts";
import type { ImportRecord } from "./import-records.ts";

/** An import as the API tells it (04-web-api), without its rejected lines. */
export type ImportAnswer = AnswerOf<typeof importRecord>;

/** An upload that still lasts is shown as running. */
export function importAnswer(record: ImportRecord): ImportAnswer {
  return {
    ...record,
    state: record.state === "receiving" ? "running" : record.state,
    rejectedCount: record.processed - record.accepted - record.duplicates,
  };
}
