import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { HttpMetrics } from "../health/metrics.ts";

export interface RequestLogOptions {
  readonly log: Logger;
  readonly metrics?: HttpMetrics | undefined;
}

/**
 * Puts X-Request-Id on every answer and writes one line per request, with the route's pattern instead of the URL: a tracking link's URL
 * is a credential.
 */
export function registerRequestLog(app: FastifyInstance, options: RequestLogOptions): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logAnswer(options, request, reply);
    done();
  });
}

/** The line of one answered request; for answers that no hook sees (a router's own errors). */
export function logAnswer(
  { log, metrics }: RequestLogOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const route = request.routeOptions.url ?? "none";
  const status = reply.statusCode;
  const durationMs = Math.round(reply.elapsedTime * 10) / 10;
  metrics?.observe({ method: request.method, route, status, seconds: reply.elapsedTime / 1_000 });
  log.info(
    { requestId: request.id, method: request.method, route, status, durationMs },
    "request answered",
  );
}
