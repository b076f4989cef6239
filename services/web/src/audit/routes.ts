import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { decodeCursor, encodeCursor } from "../console/cursor.ts";
import { limitField, parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import { isUuid } from "../ids.ts";
import { optionalText } from "../validation/fields.ts";
import { readAuditLog } from "./read-audit-log.ts";

export const auditQuery = z.object({
  cursor: z.string().optional(),
  limit: limitField,
  action: optionalText({ max: 100 }),
  subjectId: optionalText({ max: 200 }),
});

const list = "audit-log";
const cursorKey = z.tuple([z.int().min(1)]);

/** Who did what in the signed-in user's company, when, and from where; newest first. */
export function registerAuditRoutes(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/audit-log", async (request) => {
    const { cursor, limit, action, subjectId } = parseQuery(auditQuery, request.query);
    const [beforeId = null] = decodeCursor(list, cursorKey, cursor) ?? [];
    const lines = await readAuditLog(pool, signedInUser(request).tenant.id, {
      // one more than asked for tells whether there is a next page
      limit: limit + 1,
      beforeId,
      action: action ?? null,
      subjectId: canonicalId(subjectId ?? null),
    });
    const items = lines.slice(0, limit);
    const last = items.at(-1);
    const more = lines.length > limit && last !== undefined;
    return { items, nextCursor: more ? encodeCursor(list, [last.id]) : null };
  });
}

function canonicalId(id: string | null): string | null {
  return id !== null && isUuid(id) ? id.toLowerCase() : id;
}
