import type { Instant } from "@shipment-tracking/domain";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { Refusal } from "../http/refusal.ts";
import { currentInstant, isUuid } from "../ids.ts";
import { readInstant } from "../shipments/reported-event-body.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { listApiKeys } from "./api-key-rows.ts";
import { createApiKey, type CreatedApiKey } from "./create-api-key.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

export const createApiKeyBody = z
  .strictObject({ name: requiredText({ max: 100 }), expiresAt: z.string().nullable().optional() })
  .transform((given, context) => ({
    name: given.name,
    expiresAt: readExpiry(given.expiresAt ?? null, context),
  }));

/** API keys of the signed-in user's company; both changes answer once the read API knows of them. */
export function registerApiKeyRoutes(app: FastifyInstance, web: WebContext): void {
  app.get("/api/api-keys", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return { items: await listApiKeys(web.pool, signedInUser(request).tenant.id) };
  });

  app.post("/api/api-keys", (request, reply) => {
    const wanted = parseBody(createApiKeyBody, request.body);
    const context = commandContext(request);
    const createdBy = signedInUser(request).userId;
    reply.header("cache-control", "no-store");
    return answerCommand(
      web,
      { request, reply },
      {
        untilVisible: true,
        work: async (tx) =>
          createdAnswer(await createApiKey(tx, context, { ...wanted, createdBy })),
      },
    );
  });

  app.delete("/api/api-keys/:id", (request, reply) => {
    const { id } = request.params as { readonly id: string }; // the route's pattern has :id
    if (!isUuid(id)) throw new Refusal(404, "Not found");
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      {
        untilVisible: true,
        work: async (tx) => {
          const position = await revokeApiKey(tx, context, id.toLowerCase());
          return position === null
            ? { status: 404, body: { error: "Not found" }, position }
            : { status: 204, body: null, position };
        },
      },
    );
  });
}

function createdAnswer({ position, ...body }: CreatedApiKey): CommandAnswer {
  return { status: 201, body, position };
}

function readExpiry(text: string | null, context: z.core.$RefinementCtx): Instant | null {
  if (text === null) return null;
  const instant = readInstant({ name: "expiresAt", text, zone: null }, context);
  if (instant > currentInstant()) return instant;
  context.addIssue({ code: "custom", path: ["expiresAt"], message: "must lie in the future" });
  return z.NEVER;
}
