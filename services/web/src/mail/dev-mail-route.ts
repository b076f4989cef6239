import type { FastifyInstance } from "fastify";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { sendPage } from "../pages/page.ts";
import { devMailPage } from "./dev-mail-page.ts";

/** The mails of a demonstration: a page, or JSON for a client that asks for it. Without demo mode there is no such page. */
export function registerDevMailRoute(app: FastifyInstance, web: WebContext): void {
  app.get("/dev/mail", (request, reply) => {
    const { mailbox } = web.mail;
    if (mailbox === null) throw new Refusal(404, "Not found");
    const mails = mailbox.list();
    reply.header("vary", "accept");
    return /\bapplication\/json\b/.test(request.headers.accept ?? "")
      ? reply.send({ items: mails })
      : sendPage(reply, 200, devMailPage(mails, web.publicUrl));
  });
}
