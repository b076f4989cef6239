import type { Queryable } from "@shipment-tracking/postgres";
import {
  canOccur,
  deepestInBatch,
  emptyPage,
  type ListDefinition,
  type ListPage,
  readPage,
  readPages,
  type TenantPage,
} from "@shipment-tracking/read-model";
import { createBatcher } from "./batcher.ts";

interface WantedPage {
  readonly list: ListDefinition;
  readonly page: TenantPage;
}

export type PageReader = (list: ListDefinition, page: TenantPage) => Promise<ListPage>;

/**
 * Reads pages: those wanted at the same time by one statement per list, on two connections at most, since few busy connections answer sooner
 * than many. Deep pages take longer and go alone, beside them.
 */
export function createPageReader(db: Queryable): PageReader {
  const together = createBatcher<WantedPage, ListPage>({
    run: (batch) => readTogether(db, batch),
    kindOf: ({ list, page }) => (page.status === null ? list.name : `${list.name}, of status`),
    maxBatch: 16,
    maxInFlight: 2,
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
    return page.offset > deepestInBatch ? alone({ list, page }) : together({ list, page });
  };
}

const longestWaitMs = 2_000;

async function readTogether(
  db: Queryable,
  batch: readonly WantedPage[],
): Promise<readonly ListPage[]> {
  const [first] = batch;
  if (first === undefined) return [];
  return readPages(
    db,
    first.list,
    batch.map(({ page }) => page),
  );
}

/** What the server says about the statement, not about itself (shutting down, no more connections): SQLSTATE classes 22, 54, XX, and a timeout. */
function isStatementsFault(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && /^(22|54|XX)[0-9A-Z]{3}$|^57014$/.test(error.code);
}
