import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { findLogin, type Login } from "./find-login.ts";
import { signedInUser } from "./guard.ts";
import { verifyPassword } from "./passwords.ts";
import { deleteSession, insertSession, newSessionId } from "./sessions.ts";

const loginBody = z.strictObject({
  email: requiredText({ max: 320 }),
  // any text: what is wrong with it must not be told
  password: z.string(),
});

export function registerAuthRoutes(app: FastifyInstance, { pool, cookie }: WebContext): void {
  app.post("/api/auth/login", async (request, reply) => {
    const { email, password } = parseBody(loginBody, request.body);
    const login = await findLogin(pool, email);
    const fits = await verifyPassword(password, login?.passwordHash ?? null);
    if (login === null || !fits) throw new Refusal(401, "Invalid email or password");
    const sessionId = newSessionId();
    await insertSession(pool, sessionId, login.userId);
    // a session that somebody may have planted does not live on beside the new one
    const former = cookie.read(request);
    if (former !== null) await deleteSession(pool, former);
    cookie.set(reply, sessionId);
    return { user: userAnswer(login) };
  });

  app.post("/api/auth/logout", async (request, reply) => {
    await deleteSession(pool, signedInUser(request).sessionId);
    cookie.clear(reply);
    return reply.code(204).send();
  });

  app.get("/api/auth/me", (request) => ({ user: userAnswer(signedInUser(request)) }));
}

type UserAnswer = Pick<Login, "name" | "email" | "role" | "tenant"> & { readonly id: string };

function userAnswer(
  user: Pick<Login, "userId" | "name" | "email" | "role" | "tenant">,
): UserAnswer {
  const { userId, name, email, role, tenant } = user;
  return { id: userId, name, email, role, tenant: { id: tenant.id, name: tenant.name } };
}
