import {
  isTrackingToken,
  type PublicTracking,
  publicTrackingSchema,
} from "@shipment-tracking/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebContext } from "../context.ts";
import { landingPage } from "./landing-page.ts";
import { type Page, sendPage } from "./page.ts";
import { trackingNotFoundPage, trackingPage, trackingUnavailablePage } from "./tracking-page.ts";

export function registerPages(app: FastifyInstance, web: WebContext): void {
  app.get("/", (_request, reply) => sendPage(reply, 200, landingPage(web.publicUrl)));

  app.get("/track/:token", async (request, reply) => {
    // a link that is shared by mistake should at least not be found by searching
    reply.header("x-robots-tag", "noindex, nofollow, noarchive");
    const { status, page } = await pageOf(web, tokenOf(request));
    return sendPage(reply, status, page);
  });
}

async function pageOf(
  web: WebContext,
  token: string,
): Promise<{ readonly status: number; readonly page: Page }> {
  if (!isTrackingToken(token)) return { status: 404, page: trackingNotFoundPage };
  try {
    const tracking = await readTracking(web, token);
    return tracking === null
      ? { status: 404, page: trackingNotFoundPage }
      : { status: 200, page: trackingPage(tracking) };
  } catch (error) {
    web.log.error({ err: error }, "the read API did not give a tracking view");
    return { status: 503, page: trackingUnavailablePage };
  }
}

async function readTracking(web: WebContext, token: string): Promise<PublicTracking | null> {
  const answer = await web.fetchTracking(token);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`The read API answered ${String(answer.status)}`);
  return publicTrackingSchema.parse(JSON.parse(answer.body));
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { readonly token: string }; // the route's pattern has :token
  return token;
}
