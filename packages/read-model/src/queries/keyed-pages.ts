import type { TenantId } from "@shipment-tracking/domain";
import { plainArray, plainBytesArray, type Queryable } from "@shipment-tracking/postgres";
import type { FoundApiKey } from "./find-api-key.ts";
import {
  type ListArgs,
  type ListDefinition,
  type ListPage,
  pageOf,
  type PageRow,
} from "./list-page.ts";
import { maxLimit } from "./list-texts.ts";

/** A page of the tenant whose key has this SHA-256 (64 hex digits). */
export interface KeyedPage extends ListArgs {
  readonly keyHash: string;
}

/** What a key opened, with the page it was to show, from one snapshot. */
export interface OpenedPage extends FoundApiKey {
  readonly page: ListPage;
}

interface KeyedRow extends PageRow {
  readonly place: number;
  readonly tenant_id: TenantId;
  readonly key_id: string;
}

/**
 * Looks keys up and reads a page of each key's tenant, all with or all without a status that can occur, none below `deepestInBatch`, by one
 * statement: who has to read a page anyway asks once instead of twice. In the order asked; null where a key opens nothing (`findApiKeys`).
 */
export async function readKeyedPages(
  db: Queryable,
  list: ListDefinition,
  pages: readonly KeyedPage[],
): Promise<readonly (OpenedPage | null)[]> {
  const bounds = [
    plainBytesArray(pages.map(({ keyHash }) => keyHash)),
    plainArray(pages.map(({ limit }) => Math.min(limit, maxLimit))),
    plainArray(pages.map(({ offset }) => offset)),
  ];
  const ofStatus = pages.every(({ status }) => status !== null);
  const { rows } = await db.query<KeyedRow>(
    ofStatus
      ? {
          name: `${list.name}_keyed_of_status`,
          text: list.keyed.ofStatus,
          values: [...bounds, pages.map(({ status }) => status)],
        }
      : { name: `${list.name}_keyed`, text: list.keyed.all, values: bounds },
  );
  const opened = new Map(rows.map((row) => [row.place, row]));
  return pages.map((_, index) => openedPage(opened.get(index + 1)));
}

function openedPage(row: KeyedRow | undefined): OpenedPage | null {
  if (row === undefined) return null;
  const page = pageOf(row);
  // the tenants' row was joined: there is a stamp
  return page.stamp === null
    ? null
    : { tenantId: row.tenant_id, keyId: row.key_id, stamp: page.stamp, page };
}
