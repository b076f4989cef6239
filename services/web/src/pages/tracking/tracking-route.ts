import { setTimeout as delay } from "node:timers/promises";
import {
  isTrackingToken,
  type PublicTracking,
  publicTrackingSchema,
} from "@shipment-tracking/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FetchTracking } from "../fetch-tracking.ts";
import type { WebContext } from "../../context.ts";
import type { TrackingDocument } from "./document.ts";
import { chooseLanguage, type Language } from "./languages.ts";
import { notFoundPage, unavailablePage } from "./message-pages.ts";
import { sendDocument } from "./send-document.ts";
import { trackingPage } from "./tracking-page.ts";

/**
 * A malformed token costs no question, one of an inactive company costs two tables, an unknown one: so that none of them is told from another by
 * its time, no "not found" goes out earlier than this. Answering takes 2 to 5 ms.
 */
const notFoundAfterMs = 40;

/** GET /track/:token: the page of a tracking link, in the language of `?lang=` or of the browser. */
export function registerTrackingRoute(app: FastifyInstance, web: WebContext): void {
  app.get("/track/:token", async (request, reply) => {
    // a link that is shared by mistake should at least not be found by searching
    // the console frames it, as its policy says
    reply.header("x-frame-options", "SAMEORIGIN");
    reply.header("x-robots-tag", "noindex, nofollow, noarchive");
    const asked = readRequest(request);
    const earliest = delay(notFoundAfterMs);
    const document = await documentOf(web, asked);
    if (document.status === 404) await earliest;
    if (document.status === 503) reply.header("retry-after", "30");
    return sendDocument(request, reply, document);
  });
}

interface Asked {
  readonly token: string;
  readonly language: Language;
  readonly languageIsChosen: boolean;
  readonly page: number;
}

function readRequest(request: FastifyRequest): Asked {
  const { token } = request.params as { readonly token: string }; // the route's pattern has :token
  const query = request.query as Readonly<Record<string, unknown>>; // a query is an object of whatever came
  const language = chooseLanguage(query["lang"], request.headers["accept-language"]);
  return {
    token,
    language,
    languageIsChosen: query["lang"] === language,
    page: /^[1-9]\d{0,5}$/.test(String(query["page"])) ? Number(query["page"]) : 1,
  };
}

async function documentOf(web: WebContext, asked: Asked): Promise<TrackingDocument> {
  const { token, language } = asked;
  if (!isTrackingToken(token)) return notFoundPage(language);
  try {
    const found = await readTracking(web.fetchTracking, token);
    if (found === null) return notFoundPage(language);
    return trackingPage({ ...asked, ...found, now: new Date() });
  } catch (error) {
    web.log.error({ err: error }, "the read API did not give a tracking view");
    return unavailablePage(language);
  }
}

interface Found {
  readonly tracking: PublicTracking;
  readonly etag: string | null;
}

async function readTracking(fetchTracking: FetchTracking, token: string): Promise<Found | null> {
  const answer = await fetchTracking(token);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`The read API answered ${String(answer.status)}`);
  const tracking = publicTrackingSchema.parse(JSON.parse(answer.body));
  return { tracking, etag: answer.etag ?? null };
}
