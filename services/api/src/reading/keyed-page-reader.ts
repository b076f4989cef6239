import type { Queryable } from "@shipment-tracking/postgres";
import {
  type KeyedPage,
  type ListDefinition,
  type OpenedPage,
  readKeyedPages,
} from "@shipment-tracking/read-model";
import { createBatcher } from "./batcher.ts";
import { isStatementsFault } from "./statements-fault.ts";

interface WantedPage {
  readonly list: ListDefinition;
  readonly page: KeyedPage;
}

/** Looks a key up and reads a page of its tenant; null when the key opens nothing. Not for statuses that cannot occur, nor below `deepestInBatch`. */
export type KeyedPageReader = (list: ListDefinition, page: KeyedPage) => Promise<OpenedPage | null>;

/** Reads those wanted at the same time by one statement per list, the same page once for all who want it. */
export function createKeyedPageReader(db: Queryable): KeyedPageReader {
  const read = createBatcher<WantedPage, OpenedPage | null>({
    run: (batch) => readTogether(db, batch),
    kindOf: ({ list, page }) => (page.status === null ? list.name : `${list.name}, of status`),
    maxBatch: 16,
    maxInFlight: 2,
    longestWaitMs: 2_000,
    isOnesFault: isStatementsFault,
  });
  return (list, page) => read({ list, page });
}

async function readTogether(
  db: Queryable,
  batch: readonly WantedPage[],
): Promise<readonly (OpenedPage | null)[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const names = batch.map(({ page }) =>
    [page.keyHash, page.limit, page.offset, page.status].join("/"),
  );
  const pages = new Map(batch.map(({ page }, index) => [names[index], page]));
  const read = await readKeyedPages(db, first.list, [...pages.values()]);
  const found = new Map([...pages.keys()].map((name, index) => [name, read[index] ?? null]));
  return names.map((name) => found.get(name) ?? null);
}
