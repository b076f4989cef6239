import type { Queryable } from "@shipment-tracking/postgres";
import {
  canOccur,
  deepestInBatch,
  emptyPage,
  type ListDefinition,
  type ListPage,
  readDeepPages,
  readPage,
  readPages,
  type TenantPage,
} from "@shipment-tracking/read-model";
import { createBatcher } from "./batcher.ts";
import { isStatementsFault } from "./statements-fault.ts";

interface WantedPage {
  readonly list: ListDefinition;
  readonly page: TenantPage;
}

export type PageReader = (list: ListDefinition, page: TenantPage) => Promise<ListPage>;

/**
 * Reads pages: those wanted at the same time by one statement per list, on two connections at most, since few busy connections answer sooner
 * than many. Deep pages take longer and go beside them: together where counters find them, else alone.
 */
export function createPageReader(db: Queryable): PageReader {
  const together = createBatcher<WantedPage, ListPage>({
    run: (batch) => readTogether(db, batch),
    kindOf: kindOfPage,
    maxBatch: 16,
    maxInFlight: 2,
    longestWaitMs,
    isOnesFault: isStatementsFault,
  });
  const deep = createBatcher<WantedPage, ListPage>({
    run: (batch) => readTogether(db, batch),
    kindOf: kindOfPage,
    maxBatch: 16,
    maxInFlight: 1,
    longestWaitMs,
    isOnesFault: isStatementsFault,
  });
  const alone = createBatcher<WantedPage, ListPage>({
    run: async ([wanted]) => (wanted ? [await readPage(db, wanted.list, wanted.page)] : []),
    maxBatch: 1,
    maxInFlight: 2,
    longestWaitMs,
  });
  return async (list, page) => {
    // without a query, and without a place in a statement that could fail for it
    if (!canOccur(list, page.status)) return emptyPage;
    if (page.offset <= deepestInBatch) return together({ list, page });
    return list.deep === undefined ? alone({ list, page }) : deep({ list, page });
  };
}

const longestWaitMs = 2_000;

function kindOfPage({ list, page }: WantedPage): string {
  return page.status === null ? list.name : `${list.name}, of status`;
}

async function readTogether(
  db: Queryable,
  batch: readonly WantedPage[],
): Promise<readonly ListPage[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const pages = batch.map(({ page }) => page);
  const { list, page } = first;
  if (page.offset <= deepestInBatch || list.deep === undefined) return readPages(db, list, pages);
  return readDeepPages(db, { ...list, deep: list.deep }, pages);
}
