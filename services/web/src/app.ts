import fastifyCookie from "@fastify/cookie";
import fastifyHelmet from "@fastify/helmet";
import type { Pool } from "@shipment-tracking/postgres";
import {
  edgeFastifyOptions,
  type HttpMetrics,
  type Logger,
  registerRequestLog,
} from "@shipment-tracking/runtime";
import { fastify, type FastifyInstance } from "fastify";
import { registerApiKeyRoutes } from "./api-keys/routes.ts";
import { createAppliedPositions } from "./applied/applied-positions.ts";
import { registerGuard } from "./auth/guard.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import { sessionCookie } from "./auth/session-cookie.ts";
import type { WebContext } from "./context.ts";
import { checkEncryptionKeys } from "./crypto/check-encryption-keys.ts";
import { createSecretBox, type SecretKey } from "./crypto/secret-box.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { registerBodyParsers } from "./http/body-parsers.ts";
import { answerFrameworkError, registerErrorAnswers } from "./http/error-answers.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { importRoutes } from "./imports/import-routes.ts";
import type { FetchTracking } from "./pages/fetch-tracking.ts";
import { registerPages } from "./pages/routes.ts";
import { registerBulkEventRoute } from "./shipments/bulk-event-route.ts";
import { registerDetailsRoutes } from "./shipments/details-routes.ts";
import { registerEventRoutes } from "./shipments/event-routes.ts";
import { registerReadRoute } from "./shipments/read-route.ts";
import { registerShareRoute } from "./shipments/share-route.ts";
import { registerTransitionRoutes } from "./shipments/transition-routes.ts";

export interface WebDeps {
  /** On the write database, in the role `tracking_web`. The caller ends it. */
  readonly pool: Pool;
  readonly log: Logger;
  /** Where users reach the application; decides the cookie's name, the links, and what is same-origin. */
  readonly publicUrl: string;
  /** The first key encrypts, all decrypt. */
  readonly secrets: readonly SecretKey[];
  readonly fetchTracking: FetchTracking;
  /** Called after each commit that has appended to the log. */
  wakeLog?(): void;
  /** Called when an upload is complete: the import worker of this process looks at once. */
  wakeImports?(): void;
  readonly metrics?: HttpMetrics;
  /** Addresses of the proxies in front. */
  readonly trustProxy?: readonly string[] | undefined;
}

/**
 * The web application: commands under `/api`, pages beside them. Not listening: after `ready()` its `routing` goes to an edge server.
 * `ready()` rejects with a `ConfigurationError` when the database was used with other encryption keys.
 */
export function buildWeb(deps: WebDeps): FastifyInstance {
  const web = contextOf(deps);
  const requestLog = { log: deps.log, metrics: deps.metrics };
  const app = fastify({
    ...edgeFastifyOptions({ trustProxy: deps.trustProxy }),
    frameworkErrors: (error, _request, reply) => answerFrameworkError(error, reply, requestLog),
  });
  registerRequestLog(app, requestLog);
  registerErrorAnswers(app, deps.log);
  registerBodyParsers(app);
  void app.register(fastifyHelmet, securityHeaders(web.publicUrl));
  void app.register(fastifyCookie);
  // everything here is somebody's own or a secret link's
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  registerHousekeeping(app, deps.pool, deps.log);
  app.addHook("onReady", () => checkEncryptionKeys(deps.pool, web.box));
  app.addHook("onClose", () => web.applied.close());
  void app.register(async (routes) => {
    // after the cookies are parsed, which the guard needs
    registerGuard(routes, web);
    registerRoutes(routes, web);
    await routes.register(importRoutes, {
      pool: deps.pool,
      wakeImports: () => deps.wakeImports?.(),
    });
  });
  return app;
}

function registerRoutes(app: FastifyInstance, web: WebContext): void {
  registerPages(app, web);
  registerAuthRoutes(app, web);
  registerDetailsRoutes(app, web);
  registerReadRoute(app, web);
  registerEventRoutes(app, web);
  registerTransitionRoutes(app, web);
  registerShareRoute(app, web);
  registerBulkEventRoute(app, web);
  registerApiKeyRoutes(app, web);
}

function contextOf(deps: WebDeps): WebContext {
  const publicUrl = deps.publicUrl.replace(/\/+$/, "");
  return {
    pool: deps.pool,
    log: deps.log,
    publicUrl,
    cookie: sessionCookie(publicUrl),
    box: createSecretBox(deps.secrets),
    applied: createAppliedPositions(deps.pool),
    fetchTracking: deps.fetchTracking,
    wakeLog: () => deps.wakeLog?.(),
  };
}
