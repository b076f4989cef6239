import type { FastifyInstance } from "fastify";
import type { WebContext } from "../context.ts";
import { registerTrackingRoute } from "./tracking/tracking-route.ts";

export function registerPages(app: FastifyInstance, web: WebContext): void {
  registerTrackingRoute(app, web);
}
