import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { originOf } from "../audit/origin-of.ts";
import type { WebContext } from "../context.ts";
import { clientAddress } from "../http/client-address.ts";
import { Refusal } from "../http/refusal.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { countReset, forgetAttempts } from "./attempts.ts";
import { signedInUser } from "./guard.ts";
import { requestReset } from "./request-reset.ts";
import { changeOwnPassword, setPasswordByLink } from "./set-password.ts";
import { provePassword } from "./sign-in.ts";

export const resetBody = z.strictObject({ email: requiredText({ max: 320 }) });
export const confirmBody = z.strictObject({ token: z.string(), password: z.string() });
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** Passwords: a link by mail for those who have lost theirs, setting one with a link, changing one's own. */
export function registerPasswordRoutes(app: FastifyInstance, web: WebContext): void {
  app.post("/api/auth/password-reset", async (request, reply) => {
    const { email } = parseBody(resetBody, request.body);
    await countReset(web.pool, { account: email, address: clientAddress(request) });
    const origin = originOf(request);
    web.background.run("mail a reset link", () => requestReset(web, email, origin));
    return reply.code(202).send();
  });

  app.post("/api/auth/password-reset/confirm", async (request, reply) => {
    const given = parseBody(confirmBody, request.body);
    const done = await setPasswordByLink(web.pool, given, originOf(request));
    switch (done.outcome) {
      case "no_such_link":
        throw new Refusal(400, "token: is not valid any more. Please ask for a new link.");
      case "refused":
        throw new Refusal(400, `password: ${done.reason}.`);
      case "set":
        return reply.code(204).send();
    }
  });

  app.post("/api/auth/password", async (request, reply) => {
    const given = parseBody(changePasswordBody, request.body);
    const user = signedInUser(request);
    // a stolen session does not let its thief guess the password freely
    const credentials = { email: user.email, password: given.currentPassword };
    const proof = await provePassword(web, credentials, request);
    const provenHash = proof.outcome === "proven" ? proof.login.passwordHash : null;
    if (proof.outcome === "failed" || provenHash === null) throw wrongPassword();
    await forgetAttempts(web.pool, proof.counted);
    const change = { user, provenHash, password: given.newPassword };
    const done = await changeOwnPassword(web.pool, change, originOf(request));
    if (done.outcome === "refused") throw new Refusal(400, `newPassword: ${done.reason}.`);
    if (done.outcome === "too_late") throw wrongPassword();
    return reply.code(204).send();
  });
}

function wrongPassword(): Refusal {
  return new Refusal(400, "currentPassword: is not the password.");
}
