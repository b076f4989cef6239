import type { FastifyInstance } from "fastify";
import { type AuditLine, readAuditLog } from "../audit/read-audit-log.ts";
import { signedInUser } from "../auth/guard.ts";
import { roleMay } from "../auth/roles.ts";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { wholeShipment } from "../openapi/schemas/shipments.ts";
import { shipmentIdOf } from "./answer-shipment-command.ts";
import { readShipment, readShipmentEvents } from "./read-shipment.ts";

const trailLength = 100;

/**
 * One shipment with everything. Its audit trail tells everybody who may read it who did what; addresses on the network and of mail
 * are for those who may read the audit log.
 */
export function registerReadRoute(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments/:id", async (request, reply) => {
    const { tenant, role } = signedInUser(request);
    const shipment = await readShipment(pool, tenant.id, shipmentIdOf(request));
    if (shipment === null) throw new Refusal(404, "Not found");
    const events = await readShipmentEvents(pool, shipment.id);
    const page = { limit: trailLength, beforeId: null, action: null, subjectId: shipment.id };
    const trail = await readAuditLog(pool, tenant.id, page);
    const auditTrail = roleMay(role, "audit_log:read") ? trail : trail.map(withoutAddresses);
    reply.header("cache-control", "no-store");
    const answer: AnswerOf<typeof wholeShipment> = { shipment, events, auditTrail };
    return answer;
  });
}

function withoutAddresses(line: AuditLine): AuditLine {
  return { ...line, actor: { ...line.actor, email: null }, address: null };
}
