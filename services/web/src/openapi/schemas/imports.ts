import { z } from "zod";
import { importKinds } from "../../imports/columns.ts";
import { count, id, instant, listOf } from "./parts.ts";

const fields = {
  id,
  kind: z.enum(importKinds),
  state: z
    .enum(["running", "done", "failed"])
    .describe("Lines that were accepted stay so, whatever the state."),
  error: z.string().nullable().describe("Why it failed."),
  createdAt: instant,
  finishedAt: instant.nullable(),
  total: count.describe("Lines below the header; 0 until they are counted."),
  processed: count.describe("accepted + duplicates + rejectedCount."),
  accepted: count,
  duplicates: count.describe("Lines whose content was there already."),
  rejectedCount: count,
};

export const importRecord = z.strictObject(fields).meta({ id: "Import" });
export const importList = listOf(importRecord).meta({ id: "ImportList" });
export const startedImport = z.strictObject({ importId: id }).meta({ id: "StartedImport" });

const rejectedLine = z
  .strictObject({
    line: z.int().min(1).describe("In the file, the header is line 1."),
    error: z.string(),
  })
  .meta({ id: "RejectedLine" });

export const wholeImport = z
  .strictObject({
    ...fields,
    rejected: z.array(rejectedLine).describe("By line, at most 1,000; `afterLine` asks for more."),
  })
  .meta({ id: "WholeImport" });
