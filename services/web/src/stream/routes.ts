import { whenServerStops } from "@shipment-tracking/runtime";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { type Connection, openConnection } from "./connection.ts";
import { openPlace } from "./stream-token.ts";

/** Milliseconds after which a browser comes back when the stream breaks off. */
const retryAfterMs = 1_000;

/**
 * Server-sent events on the company's shipments (04-web-api). `shipment`: one changed. `change`: a customer or an invoice did. `position`: the read API shows these positions by
 * now. `ready`: what happens from here on will be told. `reset`: the place to go on from is too old or unknown, load anew.
 */
export function registerStreamRoute(app: FastifyInstance, web: WebContext): void {
  app.get("/api/stream", { exposeHeadRoute: false }, (request, reply) => {
    const connection = connectionOf(request, reply, web);
    refuse(web.stream.join(connection));
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // a buffering proxy would keep the events to itself
      "x-accel-buffering": "no",
    });
    raw.write(`retry: ${String(retryAfterMs)}\n\n`);
    const forgetStop = whenServerStops(request.raw, () => {
      connection.end();
    });
    raw.once("close", () => {
      forgetStop();
      web.stream.leave(connection);
    });
  });
}

function connectionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { box }: WebContext,
): Connection {
  const { tenant, userId, sessionId } = signedInUser(request);
  const token = lastEventId(request);
  const resumeFrom = token === null ? null : (openPlace(box, tenant.id, token) ?? "unknown");
  return openConnection(reply.raw, { tenantId: tenant.id, userId, sessionId, resumeFrom });
}

/** A browser sends the header when it comes back by itself; the parameter is for a page that opens a new stream. */
function lastEventId(request: FastifyRequest): string | null {
  const header = request.headers["last-event-id"];
  if (typeof header === "string" && header !== "") return header;
  const { lastEventId: given } = request.query as { readonly lastEventId?: unknown }; // as the parser gives it
  return typeof given === "string" && given !== "" ? given : null;
}

function refuse(joined: ReturnType<WebContext["stream"]["join"]>): void {
  switch (joined) {
    case "joined":
      return;
    case "user_full":
      throw new Refusal(429, "You have too many open streams: close one first.");
    case "full":
    case "closed":
      throw new Refusal(503, "The service is busy: please try again.");
  }
}
