import type { TenantId } from "@shipment-tracking/domain";
import { plainArray, type Queryable, type RowText } from "@shipment-tracking/postgres";
import { type ListTexts, maxLimit } from "./list-texts.ts";
import { type Stamp, stampOf, type StampRow } from "./stamp.ts";

/** Bounds of a page as the caller has normalised them (specification 4.1): limit 1-200, offset 0 to 2^53-1. */
export interface ListArgs {
  readonly limit: number;
  readonly offset: number;
  /** Exact status, null for all. */
  readonly status: string | null;
}

export interface ListPage {
  /** The finished JSON array. */
  readonly json: RowText;
  /** Whether rows follow after this page: the `Link` header's `rel="next"`. */
  readonly hasNext: boolean;
  /** What the page shows; null for a tenant that the read tables do not know, and for a page that needed no look. */
  readonly stamp: Stamp | null;
}

/** A page of a tenant, as a batch of them asks for it. */
export interface TenantPage extends ListArgs {
  readonly tenantId: TenantId;
}

export interface PageRow extends StampRow {
  readonly json: RowText;
  readonly has_next: boolean;
}

/** What a list is made of. */
export interface ListDefinition {
  /** Part of the names of its prepared statements. */
  readonly name: string;
  readonly statuses: readonly string[];
  readonly single: ListTexts;
  readonly batch: ListTexts;
  /** Pages of the tenants whom keys open. */
  readonly keyed: ListTexts;
  /** For pages below `deepestInBatch`, where the list has counters that say where they begin. */
  readonly deep?: ListTexts;
}

/** Runs the list's statement; a status that cannot occur (a NUL byte, 10 KB of text) is answered without one. */
export async function readPage(
  db: Queryable,
  list: ListDefinition,
  page: TenantPage,
): Promise<ListPage> {
  const { tenantId, limit, offset, status } = page;
  if (!canOccur(list, status)) return emptyPage;
  const bounds = [tenantId, Math.min(limit, maxLimit), offset];
  const { rows } = await db.query<PageRow>(
    status === null
      ? { text: list.single.all, values: bounds }
      : { text: list.single.ofStatus, values: [...bounds, status] },
  );
  const [row] = rows;
  return row === undefined ? emptyPage : pageOf(row);
}

/**
 * Many pages of one list, all with or all without a status that can occur, none below `deepestInBatch`, by one statement; the answers in the
 * order asked.
 */
export async function readPages(
  db: Queryable,
  list: ListDefinition,
  pages: readonly TenantPage[],
): Promise<readonly ListPage[]> {
  const rows = await runBatch<PageRow>(db, { name: list.name, texts: list.batch }, pages);
  return rows.map(pageOf);
}

/**
 * As `readPages`, for pages at any offset of a list with `deep` texts. One that the counters cannot find is read by itself, the plain way and
 * in a later snapshot.
 */
export async function readDeepPages(
  db: Queryable,
  list: ListDefinition & { readonly deep: ListTexts },
  pages: readonly TenantPage[],
): Promise<readonly ListPage[]> {
  const statement = { name: `${list.name}_deep`, texts: list.deep };
  const rows = await runBatch<PageRow & { readonly found: boolean }>(db, statement, pages);
  const answers: ListPage[] = [];
  for (const [index, row] of rows.entries()) {
    const page = pages[index];
    answers.push(row.found || page === undefined ? pageOf(row) : await readPage(db, list, page));
  }
  return answers;
}

async function runBatch<Row extends PageRow>(
  db: Queryable,
  { name, texts }: { readonly name: string; readonly texts: ListTexts },
  pages: readonly TenantPage[],
): Promise<readonly Row[]> {
  const bounds = [
    plainArray(pages.map((page) => page.tenantId)),
    plainArray(pages.map((page) => Math.min(page.limit, maxLimit))),
    plainArray(pages.map((page) => page.offset)),
  ];
  const ofStatus = pages.every((page) => page.status !== null);
  const { rows } = await db.query<Row>(
    ofStatus
      ? {
          name: `${name}_of_status`,
          text: texts.ofStatus,
          values: [...bounds, pages.map((page) => page.status)],
        }
      : { name, text: texts.all, values: bounds },
  );
  if (rows.length !== pages.length) throw new Error("A statement for pages answered others");
  return rows;
}

/** Whether the list can have rows of the status at all. */
export function canOccur(list: ListDefinition, status: string | null): boolean {
  return status === null || list.statuses.includes(status);
}

export function pageOf(row: PageRow): ListPage {
  return { json: row.json, hasNext: row.has_next, stamp: stampOf(row) };
}

export const emptyPage: ListPage = { json: "[]", hasNext: false, stamp: null };
