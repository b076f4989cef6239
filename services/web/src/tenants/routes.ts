import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { recordAudit } from "../audit/record-audit.ts";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { timeZoneField } from "../shipments/details-body.ts";
import { parseBody } from "../validation/fault.ts";
import { readTenantSettings, updateTimeZone } from "./tenant-settings.ts";

export const tenantBody = z.strictObject({ timeZone: timeZoneField });

/** The signed-in user's company and what is set for all of it. */
export function registerTenantRoutes(app: FastifyInstance, web: WebContext): void {
  app.get("/api/tenant", async (request) => ({
    tenant: await readTenantSettings(web.pool, signedInUser(request).tenant.id),
  }));

  app.patch("/api/tenant", (request, reply) => {
    const { timeZone } = parseBody(tenantBody, request.body);
    const { tenantId, actor, origin } = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      {
        work: async (tx) => {
          if (timeZone !== undefined && (await updateTimeZone(tx, tenantId, timeZone))) {
            const subject = { type: "tenant", id: tenantId };
            const action = "tenant.time_zone_changed";
            await recordAudit(tx, [
              { tenantId, actor, origin, action, subject, details: { timeZone } },
            ]);
          }
          const tenant = await readTenantSettings(tx, tenantId);
          return { status: 200, body: { tenant }, position: null };
        },
      },
    );
  });
}
