import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { originOf } from "../audit/origin-of.ts";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { signedInUser as signedInUserSchema } from "../openapi/schemas/session.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import type { Login } from "./find-login.ts";
import { signedInUser } from "./guard.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

export const loginBody = z.strictObject({
  email: requiredText({ max: 320 }),
  // any text: what is wrong with it must not be told
  password: z.string(),
});

export function registerAuthRoutes(app: FastifyInstance, web: WebContext): void {
  app.post("/api/auth/login", async (request, reply) => {
    const credentials = parseBody(loginBody, request.body);
    const started = await signIn(web, credentials, request);
    if (started === null) throw new Refusal(401, "Invalid email or password");
    web.cookie.set(reply, started.sessionId);
    return { user: userAnswer(started.login) };
  });

  app.post("/api/auth/logout", async (request, reply) => {
    await signOut(web.pool, signedInUser(request), originOf(request));
    web.cookie.clear(reply);
    return reply.code(204).send();
  });

  app.get("/api/auth/me", (request) => ({ user: userAnswer(signedInUser(request)) }));
}

export function userAnswer(
  user: Pick<Login, "userId" | "name" | "email" | "role" | "tenant">,
): AnswerOf<typeof signedInUserSchema> {
  const { userId, name, email, role, tenant } = user;
  return { id: userId, name, email, role, tenant: { id: tenant.id, name: tenant.name } };
}
