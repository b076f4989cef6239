import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { AuditOrigin } from "./record-audit.ts";

/** Where a request came from, for the audit log. */
export function originOf(request: FastifyRequest): AuditOrigin {
  // a zone (fe80::1%eth0) means something on this machine only, and the database's type has no room for it
  const address = request.ip.replace(/%.*$/, "");
  return { address: isIP(address) === 0 ? null : address, requestId: request.id };
}
