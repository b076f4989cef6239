import type { ImportKind } from "./columns.ts";
import { eventRules } from "./event-lines.ts";
import type { FileLine } from "./import-file.ts";
import { prepareBatch, type LineRules, type PreparedBatch } from "./prepared-batch.ts";
import { shipmentRules } from "./shipment-lines.ts";

/**
 * Lines per transaction: enough to spread the round trips, few enough that a command waiting for the same part of the log
 * waits some tens of ms.
 */
const batchLines = 500;

/** The lines after the first `skipped` ones in batches. */
export function readBatches(
  kind: ImportKind,
  lines: AsyncIterable<readonly FileLine[]>,
  skipped: number,
): AsyncGenerator<PreparedBatch> {
  switch (kind) {
    case "shipments":
      return batchesOf(shipmentRules, lines, skipped);
    case "events":
      return batchesOf(eventRules, lines, skipped);
  }
}

async function* batchesOf<Content>(
  rules: LineRules<Content>,
  chunks: AsyncIterable<readonly FileLine[]>,
  skipped: number,
): AsyncGenerator<PreparedBatch> {
  let toSkip = skipped;
  let batch: FileLine[] = [];
  for await (const lines of chunks) {
    for (const line of lines.slice(toSkip)) {
      batch.push(line);
      if (batch.length < batchLines) continue;
      yield await prepareBatch(rules, batch);
      batch = [];
    }
    toSkip = Math.max(0, toSkip - lines.length);
  }
  if (batch.length > 0) yield await prepareBatch(rules, batch);
}
