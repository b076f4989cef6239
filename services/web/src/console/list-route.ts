import {
  type ShipmentId,
  shipmentModes,
  type ShipmentStatus,
  shipmentStatuses,
} from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { currentInstant } from "../ids.ts";
import { findExactMatches } from "../search/exact-matches.ts";
import { findCustomersByWords } from "../search/find-customers.ts";
import { findInOrder, type OrderedFilter } from "../search/find-in-order.ts";
import type { Span } from "../search/find-scheduled.ts";
import { Refusal } from "../http/refusal.ts";
import { instantField, requiredSpan } from "./scheduled-span.ts";
import { parseSearch, type SearchText } from "../search/parse-search.ts";
import { documentQuery } from "../search/text-query.ts";
import { cleanText } from "../validation/clean-text.ts";
import { uuidField } from "../validation/fields.ts";
import { readOrder, sorts, writeCursor } from "./list-cursor.ts";
import { limitField, parseQuery } from "./query.ts";
import { readBoard } from "./read-board.ts";

/** An empty parameter is none: forms send every field they have. */
function orEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((given) => (given === "" ? undefined : given), schema.optional());
}

const searchText = z.string().transform((given, context): SearchText | null => {
  // 50 references of 200 characters
  const cleaned = cleanText(given, { max: 10_200, multiline: true });
  const parsed = cleaned.ok ? parseSearch(cleaned.text) : cleaned;
  if (parsed.ok) return parsed.search;
  context.addIssue({ code: "custom", message: parsed.reason });
  return z.NEVER;
});

/** One status, or several separated by commas. */
const statusList = z.string().transform((given, context): readonly ShipmentStatus[] => {
  const wanted = [...new Set(given.split(",").map((part) => part.trim()))];
  const known = wanted.flatMap((part) => shipmentStatuses.find((status) => status === part) ?? []);
  if (known.length === wanted.length) return known;
  context.addIssue({
    code: "custom",
    message: `must be one of ${shipmentStatuses.join(", ")}, or several separated by commas`,
  });
  return z.NEVER;
});

export const shipmentsQuery = z.object({
  q: orEmpty(searchText),
  status: orEmpty(statusList),
  mode: orEmpty(z.enum(shipmentModes)),
  customerId: orEmpty(uuidField),
  late: orEmpty(z.enum(["true", "false"])),
  scheduledFrom: orEmpty(instantField),
  scheduledTo: orEmpty(instantField),
  sort: orEmpty(z.enum(sorts)),
  limit: limitField,
  cursor: z.string().optional(),
});

type Query = z.output<typeof shipmentsQuery>;

/** The dispatcher's board: what the write side knows, newest first or in the order asked for; pasted numbers in theirs. */
export function registerListRoute(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments", async (request) => {
    const query = parseQuery(shipmentsQuery, request.query);
    const filter = filterOf(signedInUser(request).tenant.id, query);
    const exact = await exactMatches(pool, filter, query);
    const page = exact ?? (await pageOf(pool, filter, query));
    const { tenantId, now } = filter;
    return {
      items: await readBoard(pool, tenantId, { ids: page.ids, now }),
      nextCursor: page.nextCursor,
    };
  });
}

/** Null when neither end is given. Throws a `Refusal` for one end alone, and for what would need all shipments to be read. */
function spanOf({ scheduledFrom, scheduledTo, late }: Query): Span | null {
  if (scheduledFrom === undefined && scheduledTo === undefined) return null;
  if (late !== undefined) {
    throw new Refusal(400, "late: cannot be combined with scheduledFrom and scheduledTo.");
  }
  return requiredSpan(scheduledFrom, scheduledTo);
}

interface Page {
  readonly ids: readonly ShipmentId[];
  readonly nextCursor: string | null;
}

function filterOf(tenantId: OrderedFilter["tenantId"], query: Query): OrderedFilter {
  return {
    tenantId,
    order: readOrder(query.sort, query.cursor),
    limit: query.limit,
    statuses: query.status ?? null,
    text: null,
    late: query.late === undefined ? null : query.late === "true",
    span: spanOf(query),
    now: currentInstant(),
  };
}

/** Null when the text is no list of numbers, or none of them is known. It has no pages: the numbers are as many as were pasted. */
async function exactMatches(
  pool: Pool,
  filter: OrderedFilter,
  { q, mode, customerId, cursor, sort }: Query,
): Promise<Page | null> {
  if (q === null || q === undefined || q.identifiers.length === 0) return null;
  if (cursor !== undefined && cursor !== "") return null;
  const narrowed = documentQuery(filter.tenantId, {
    words: [],
    customers: { ofAllWords: [], byWord: new Map() },
    mode: mode ?? null,
    customerId: customerId ?? null,
  });
  const wanted = { ...filter, text: narrowed, span: null };
  const ids = await findExactMatches(pool, wanted, {
    identifiers: q.identifiers,
    keepsOrder: sort !== undefined,
  });
  const onlyNumbers = q.words.length === 0;
  return ids.length === 0 && !onlyNumbers ? null : { ids, nextCursor: null };
}

async function pageOf(pool: Pool, filter: OrderedFilter, query: Query): Promise<Page> {
  const { q, mode, customerId, limit, sort } = query;
  if (q?.words.length === 0) return { ids: [], nextCursor: null };
  const words = q?.words ?? [];
  const customers = await findCustomersByWords(pool, filter.tenantId, words);
  const text = documentQuery(filter.tenantId, {
    words,
    customers,
    mode: mode ?? null,
    customerId: customerId ?? null,
  });
  // one more than asked for tells whether there is a next page
  const found = await findInOrder(pool, { ...filter, text, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    nextCursor: found.length > limit && last !== undefined ? writeCursor(sort, last) : null,
  };
}
