import { isInstant, isUuid } from "@shipment-tracking/contracts";
import type { Instant } from "@shipment-tracking/domain";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** Sort key of the lists that are ordered by `createdAt`, then `id`, both descending. */
export interface CreationKey {
  readonly createdAt: Instant;
  readonly id: string;
}

const key = z.tuple([z.custom<Instant>(isInstant), z.custom<string>(isUuid)]);

/** Where the page begins; null for the first. Throws a `Refusal` (400) for a cursor of another list. */
export function readCreationCursor(list: string, cursor: string | undefined): CreationKey | null {
  const decoded = decodeCursor(list, key, cursor);
  return decoded === null ? null : { createdAt: decoded[0], id: decoded[1] };
}

/** A page out of one row more than it has: that one tells whether there is a next page. */
export function pageOf<Item extends { readonly createdAt: string; readonly id: string }>(
  list: string,
  limit: number,
  found: readonly Item[],
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeCursor(list, [last.createdAt, last.id]) : null };
}

/** What is searched for, as a pattern of `like` that finds it anywhere: `%` and `_` mean themselves. Null when nothing is asked. */
export function containing(text: string | null | undefined): string | null {
  return text === null || text === undefined
    ? null
    : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
