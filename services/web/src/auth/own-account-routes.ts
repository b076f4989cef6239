import { inTransaction } from "@shipment-tracking/postgres";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { originOf } from "../audit/origin-of.ts";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import type { WebContext } from "../context.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { signedInUser } from "./guard.ts";
import { listOwnSessions, updateOwnName } from "./own-sessions.ts";
import { userAnswer } from "./routes.ts";
import { deleteSessionsOfUser } from "./sessions.ts";

export const ownNameBody = z.strictObject({ name: requiredText({ max: 200 }) });

/** What everybody may do with their own account: their name, where they are signed in, and signing out there. */
export function registerOwnAccountRoutes(app: FastifyInstance, { pool }: WebContext): void {
  app.patch("/api/auth/me", async (request) => {
    const { name } = parseBody(ownNameBody, request.body);
    const user = signedInUser(request);
    await inTransaction(pool, async (tx) => {
      if (!(await updateOwnName(tx, user.userId, name))) return;
      const details = { from: user.name, to: name };
      await recordAudit(tx, [entryOf(request, "user.renamed", details)]);
    });
    return { user: userAnswer({ ...user, name }) };
  });

  app.get("/api/auth/sessions", async (request) => ({
    items: await listOwnSessions(pool, signedInUser(request)),
  }));

  app.delete("/api/auth/sessions", async (request, reply) => {
    const { userId, sessionId } = signedInUser(request);
    await inTransaction(pool, async (tx) => {
      await deleteSessionsOfUser(tx, userId, sessionId);
      await recordAudit(tx, [entryOf(request, "session.others_ended")]);
    });
    return reply.code(204).send();
  });
}

function entryOf(
  request: FastifyRequest,
  action: string,
  details?: AuditEntry["details"],
): AuditEntry {
  const { tenant, userId } = signedInUser(request);
  return {
    tenantId: tenant.id,
    actor: { kind: "user", id: userId },
    action,
    subject: { type: "user", id: userId },
    details,
    origin: originOf(request),
  };
}
