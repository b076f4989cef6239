import type { FastifyRequest } from "fastify";
import { originOf } from "../audit/origin-of.ts";
import { signedInUser } from "../auth/guard.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { currentInstant } from "../ids.ts";

/** The context of the commands that a signed-in user gives with this request. */
export function commandContext(request: FastifyRequest): CommandContext {
  const { tenant, userId } = signedInUser(request);
  return {
    tenantId: tenant.id,
    actor: { kind: "user", id: userId },
    now: currentInstant(),
    traceparent: traceparentOf(request),
    origin: originOf(request),
  };
}

/** W3C trace context, level 1; anything else is ignored, as it says. */
function traceparentOf(request: FastifyRequest): string | null {
  const header = request.headers["traceparent"];
  return typeof header === "string" && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : null;
}
