import type { FastifyInstance } from "fastify";
import type { WebContext } from "../context.ts";
import { landingPage } from "./landing-page.ts";
import { sendPage } from "./page.ts";
import { registerTrackingRoute } from "./tracking/tracking-route.ts";

export function registerPages(app: FastifyInstance, web: WebContext): void {
  app.get("/", (_request, reply) => sendPage(reply, 200, landingPage(web.publicUrl)));
  registerTrackingRoute(app, web);
}
