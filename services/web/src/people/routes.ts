import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { emailField } from "../auth/email-field.ts";
import { signedInUser } from "../auth/guard.ts";
import { roles } from "../auth/roles.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { Refusal } from "../http/refusal.ts";
import { isUuid } from "../ids.ts";
import { invitationMail, passwordLinkUrl } from "../mail/password-mails.ts";
import { parseBody } from "../validation/fault.ts";
import { requiredText } from "../validation/fields.ts";
import { changeUser, type ChangeUserOutcome, type UserChange } from "./change-user.ts";
import { type InviteOutcome, inviteUser } from "./invite-user.ts";
import { listUsers } from "./user-rows.ts";

const nameField = requiredText({ max: 200 });
export const inviteBody = z.strictObject({
  email: emailField,
  name: nameField.optional(),
  role: z.enum(roles),
});
export const changeUserBody = z.strictObject({
  name: nameField.optional(),
  role: z.enum(roles).optional(),
  active: z.boolean().optional(),
});

/** The users of the signed-in administrator's company. */
export function registerUserRoutes(app: FastifyInstance, web: WebContext): void {
  app.get("/api/users", async (request) => ({
    items: await listUsers(web.pool, signedInUser(request).tenant.id),
  }));

  app.post("/api/users", async (request, reply) => {
    const { email, name, role } = parseBody(inviteBody, request.body);
    if (!web.mail.canSend) throw new Refusal(409, noMail);
    const invitation = { email, name: name ?? email.slice(0, email.indexOf("@")), role };
    const context = commandContext(request);
    // of the attempt that was committed; none when the answer is the repeat of a former one
    let last: InviteOutcome | undefined;
    await answerCommand(
      web,
      { request, reply },
      {
        work: async (tx) => {
          last = await inviteUser(tx, context, invitation);
          return invitedAnswer(last);
        },
      },
    );
    if (last !== undefined) mailInvitation(web, last, signedInUser(request).tenant.name);
    return reply;
  });

  app.patch("/api/users/:id", (request, reply) => {
    const { id } = request.params as { readonly id: string }; // the route's pattern has :id
    if (!isUuid(id)) throw new Refusal(404, "Not found");
    const change = given(parseBody(changeUserBody, request.body));
    const context = commandContext(request);
    const userId = id.toLowerCase();
    return answerCommand(
      web,
      { request, reply },
      { work: async (tx) => changedAnswer(await changeUser(tx, context, { userId, change })) },
    );
  });
}

const noMail =
  "Invitations cannot be mailed: SMTP_URL is not set. The command line can make users: tracking user create.";

function mailInvitation(web: WebContext, invited: InviteOutcome, company: string): void {
  if (invited.outcome === "taken") return;
  const url = passwordLinkUrl(web.publicUrl, { purpose: "set_up", token: invited.token });
  web.mail.post("invitation", invitationMail(invited.user, { company, url }));
}

function invitedAnswer(invited: InviteOutcome): CommandAnswer {
  switch (invited.outcome) {
    case "invited":
      return { status: 201, body: { user: invited.user }, position: null };
    case "invited_again":
      return { status: 200, body: { user: invited.user }, position: null };
    case "taken":
      return refusedAnswer({
        kind: "conflict",
        reason: "There is a user with this e-mail address already.",
      });
  }
}

function changedAnswer(changed: ChangeUserOutcome): CommandAnswer {
  return changed.outcome === "rejected"
    ? refusedAnswer(changed.rejection)
    : { status: 200, body: { user: changed.user }, position: null };
}

/** Only the fields that were given. */
function given({ name, role, active }: z.output<typeof changeUserBody>): UserChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(active === undefined ? {} : { active }),
  };
}
