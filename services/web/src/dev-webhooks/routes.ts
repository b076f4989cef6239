import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { sendPage } from "../pages/page.ts";
import { checkSignature } from "./check-signature.ts";
import { devWebhooksPage } from "./dev-webhooks-page.ts";
import { findInboxNames } from "./find-inbox-names.ts";
import { findInboxSecrets } from "./find-inbox-secrets.ts";
import { type Arrival, type InboxAnswer, type Inboxes, isInboxAnswer } from "./inboxes.ts";

const bodyLimit = 64 * 1024;
// longer than any sender waits
const silenceMs = 30_000;

/**
 * A receiver of webhooks for demonstrations: it shows what arrived, as a page or as JSON for a client that asks for it, and can be told to
 * fail. Without demo mode there is none.
 */
export function registerDevWebhookRoutes(app: FastifyInstance, web: WebContext): void {
  const silent = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of silent) end();
  });
  void app.register(async (routes) => {
    // a signature is over the bytes, and the form sends no JSON
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => {
      done(null, body);
    });
    routes.get("/dev/webhooks", async (request, reply) => {
      const inboxes = openInboxes(web);
      reply.header("vary", "accept");
      if (/\bapplication\/json\b/.test(request.headers.accept ?? "")) {
        return reply.send({ items: inboxes.list().map(shownArrival) });
      }
      const subscribed = await findInboxNames(web.pool);
      return sendPage(reply, 200, devWebhooksPage(inboxes, web.publicUrl, subscribed));
    });
    routes.post("/dev/webhooks/:inbox", { bodyLimit }, async (request, reply) => {
      const answer = await receive(web, request);
      if (answer === "silence") return stayAway(reply, silent);
      return answerAs(reply, answer);
    });
    routes.post("/dev/webhooks/:inbox/answer", { bodyLimit: 1_024 }, (request, reply) => {
      const inboxes = openInboxes(web);
      const answer = new URLSearchParams(bodyOf(request).toString()).get("answer");
      if (!isInboxAnswer(answer)) throw new Refusal(400, "answer: must be one of the choices.");
      inboxes.setAnswer(inboxOf(request), answer);
      return reply.redirect("/dev/webhooks", 303);
    });
  });
}

function shownArrival({ body, check, ...rest }: Arrival) {
  const reason = check.outcome === "refused" ? check.reason : null;
  return { ...rest, body: body.toString(), verified: check.outcome === "verified", reason };
}

function openInboxes(web: WebContext): Inboxes {
  if (web.inboxes === null) throw new Refusal(404, "Not found");
  return web.inboxes;
}

async function receive(web: WebContext, request: FastifyRequest): Promise<InboxAnswer> {
  const inboxes = openInboxes(web);
  const inbox = inboxOf(request);
  const { headers } = request;
  const body = bodyOf(request);
  const secrets = await findInboxSecrets(web.pool, web.box, inbox);
  const check = checkSignature({ headers, body }, secrets, Date.now());
  const answer = inboxes.answerOf(inbox);
  inboxes.keep({ inbox, arrivedAt: new Date(), headers, body, check, answer });
  return answer;
}

function answerAs(reply: FastifyReply, answer: Exclude<InboxAnswer, "silence">): FastifyReply {
  switch (answer) {
    case "ok":
      return reply.code(204).send();
    case "error":
      return reply.code(500).send({ error: "This inbox was told to answer 500." });
    case "gone":
      return reply.code(410).send({ error: "This inbox was told to answer 410." });
    case "busy":
      return reply
        .code(429)
        .header("retry-after", "30")
        .send({ error: "This inbox was told to answer 429." });
  }
}

/** Says nothing until the sender hangs up, or the process stops. */
function stayAway(reply: FastifyReply, silent: Set<() => void>): FastifyReply {
  const response = reply.hijack().raw;
  const end = (): void => {
    response.destroy();
  };
  const timer = setTimeout(end, silenceMs);
  silent.add(end);
  response.once("close", () => {
    clearTimeout(timer);
    silent.delete(end);
  });
  return reply;
}

function inboxOf(request: FastifyRequest): string {
  const { inbox } = request.params as { readonly inbox: string }; // the routes' pattern has :inbox
  if (!/^[a-z0-9-]{1,40}$/.test(inbox)) throw new Refusal(404, "Not found");
  return inbox;
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
