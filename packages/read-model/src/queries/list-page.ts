import type { Queryable } from "@shipment-tracking/postgres";

/** Bounds of a page as the caller has normalised them (specification 4.1): limit 1-200, offset 0 to 2^53-1. */
export interface ListArgs {
  readonly limit: number;
  readonly offset: number;
  /** Exact status, null for all. */
  readonly status: string | null;
}

export interface ListPage {
  /** The finished JSON array. */
  readonly json: string;
  /** Whether rows follow after this page: the `Link` header's `rel="next"`. */
  readonly hasNext: boolean;
}

interface PageRow {
  readonly json: string;
  readonly has_next: boolean;
}

/** Texts of one list, with and without the status filter. */
export interface ListTexts {
  readonly all: string;
  readonly ofStatus: string;
}

/** Runs the list's statement; a status that cannot occur (a NUL byte, 10 KB of text) is answered without one. */
export async function readPage(
  db: Queryable,
  texts: ListTexts,
  query: {
    readonly tenantId: string;
    readonly args: ListArgs;
    readonly statuses: readonly string[];
  },
): Promise<ListPage> {
  const { limit, offset, status } = query.args;
  if (status !== null && !query.statuses.includes(status)) return emptyPage;
  const bounds = [query.tenantId, Math.min(limit, maxLimit), offset];
  const { rows } = await db.query<PageRow>(
    status === null
      ? { text: texts.all, values: bounds }
      : { text: texts.ofStatus, values: [...bounds, status] },
  );
  const [page] = rows;
  return page === undefined ? emptyPage : { json: page.json, hasNext: page.has_next };
}

const maxLimit = 200;
const emptyPage: ListPage = { json: "[]", hasNext: false };
