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
import { registerAuditRoutes } from "./audit/routes.ts";
import { registerGuard } from "./auth/guard.ts";
import { registerOwnAccountRoutes } from "./auth/own-account-routes.ts";
import { registerPasswordRoutes } from "./auth/password-routes.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import { sessionCookie } from "./auth/session-cookie.ts";
import { createBackground } from "./background.ts";
import { registerCountsRoute } from "./console/counts-route.ts";
import { registerListRoute } from "./console/list-route.ts";
import { openConsoleFiles } from "./console-app/console-files.ts";
import { registerConsoleRoutes } from "./console-app/console-routes.ts";
import type { WebContext } from "./context.ts";
import { checkEncryptionKeys } from "./crypto/check-encryption-keys.ts";
import { createSecretBox, type SecretKey } from "@shipment-tracking/secrets";
import { registerCustomerRoutes } from "./customers/routes.ts";
import { createInboxes } from "./dev-webhooks/inboxes.ts";
import { registerDeveloperRoute } from "./developer/routes.ts";
import { registerDevWebhookRoutes } from "./dev-webhooks/routes.ts";
import { registerEventLogRoutes } from "./event-log/routes.ts";
import { registerHousekeeping } from "./housekeeping.ts";
import { registerBodyParsers } from "./http/body-parsers.ts";
import { answerFrameworkError, registerErrorAnswers } from "./http/error-answers.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { importRoutes } from "./imports/import-routes.ts";
import { registerInvoiceReadRoutes } from "./invoices/read-routes.ts";
import { registerInvoiceRoutes } from "./invoices/routes.ts";
import { registerDevMailRoute } from "./mail/dev-mail-route.ts";
import { createMailDesk } from "./mail/mail-desk.ts";
import type { MailSettings } from "./mail/mail.ts";
import { registerCurrencyRoute } from "./money/currency-route.ts";
import { registerOpenApi } from "./openapi/register-open-api.ts";
import type { FetchTracking } from "./pages/fetch-tracking.ts";
import { registerPages } from "./pages/routes.ts";
import { registerUserRoutes } from "./people/routes.ts";
import { registerPreviewRoutes } from "./preview/routes.ts";
import { registerReference } from "./reference/routes.ts";
import { registerBulkEventRoute } from "./shipments/bulk-event-route.ts";
import { registerBulkVoidRoute } from "./shipments/bulk-void-route.ts";
import { registerDetailsRoutes } from "./shipments/details-routes.ts";
import { registerEventRoutes } from "./shipments/event-routes.ts";
import { registerReadRoute } from "./shipments/read-route.ts";
import { registerShareRoute } from "./shipments/share-route.ts";
import { registerTransitionRoutes } from "./shipments/transition-routes.ts";
import { registerStreamRoute } from "./stream/routes.ts";
import { createStreamHub } from "./stream/stream-hub.ts";
import { registerTenantRoutes } from "./tenants/routes.ts";
import { registerTraceRoute } from "./trace/routes.ts";
import { registerDeliveryRoutes } from "./webhooks/delivery-routes.ts";
import { registerEndpointCommandRoutes } from "./webhooks/endpoint-command-routes.ts";
import { registerEndpointRoutes } from "./webhooks/endpoint-routes.ts";
import { createNewsTeller } from "./webhooks/news-teller.ts";
import { createWebhookContext, type WebhookDeps } from "./webhooks/webhook-context.ts";

export interface WebDeps {
  /** On the write database, in the role `tracking_web`. The caller ends it. */
  readonly pool: Pool;
  readonly log: Logger;
  /** Where users reach the application; decides the cookie's name, the links, and what is same-origin. */
  readonly publicUrl: string;
  /** The first key encrypts, all decrypt. */
  readonly secrets: readonly SecretKey[];
  readonly fetchTracking: FetchTracking;
  /** Where the console was built; absent, or nothing there: its pages say how to build it. */
  readonly consoleDir?: string | undefined;
  /** Absent: this installation sends no mail. */
  readonly mail?: MailSettings | undefined;
  /** How webhook endpoints are managed; absent: public https targets only, and nobody is woken. */
  readonly webhooks?: WebhookDeps;
  /** A demonstration: webhooks can be sent to /dev/webhooks, where everybody can read them. */
  readonly receivesWebhooks?: boolean;
  /** Called after each commit that has appended to the log. */
  wakeLog?(): void;
  /** Called when an upload is complete: the import worker of this process looks at once. */
  wakeImports?(): void;
  /** Between the heartbeats of open streams; default 15,000. */
  readonly streamHeartbeatMs?: number;
  /** Between looks for webhook endpoints whose disabling the tenant is to be told of; default 10,000. */
  readonly tellEveryMs?: number;
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
  const teller = createNewsTeller(web, deps.tellEveryMs);
  app.addHook("onReady", async () => teller.start());
  app.addHook("onClose", () => web.applied.close());
  app.addHook("onClose", () => web.stream.close());
  app.addHook("onClose", async () => {
    // in this order: what runs in the background hands mails in
    await Promise.all([teller.stop(), web.background.close()]);
    await web.mail.close();
  });
  void app.register(async (routes) => {
    // after the cookies are parsed, which the guard needs
    registerGuard(routes, web);
    const webDocument = registerOpenApi(routes);
    registerRoutes(routes, web);
    registerReference(routes, { publicUrl: web.publicUrl, webDocument });
    registerConsoleRoutes(routes, {
      files: deps.consoleDir === undefined ? null : openConsoleFiles(deps.consoleDir),
      publicUrl: web.publicUrl,
    });
    await routes.register(importRoutes, {
      pool: deps.pool,
      wakeImports: () => deps.wakeImports?.(),
    });
  });
  return app;
}

function registerRoutes(app: FastifyInstance, web: WebContext): void {
  registerPages(app, web);
  registerDevMailRoute(app, web);
  registerDevWebhookRoutes(app, web);
  registerAuthRoutes(app, web);
  registerOwnAccountRoutes(app, web);
  registerPasswordRoutes(app, web);
  registerUserRoutes(app, web);
  registerDetailsRoutes(app, web);
  registerListRoute(app, web);
  registerCountsRoute(app, web);
  registerReadRoute(app, web);
  registerTraceRoute(app, web);
  registerPreviewRoutes(app, web);
  registerEventRoutes(app, web);
  registerTransitionRoutes(app, web);
  registerShareRoute(app, web);
  registerBulkEventRoute(app, web);
  registerBulkVoidRoute(app, web);
  registerCustomerRoutes(app, web);
  registerInvoiceRoutes(app, web);
  registerInvoiceReadRoutes(app, web);
  registerCurrencyRoute(app);
  registerApiKeyRoutes(app, web);
  registerEndpointRoutes(app, web);
  registerEndpointCommandRoutes(app, web);
  registerDeliveryRoutes(app, web);
  registerAuditRoutes(app, web);
  registerEventLogRoutes(app, web);
  registerTenantRoutes(app, web);
  registerDeveloperRoute(app, web);
  registerStreamRoute(app, web);
}

function contextOf(deps: WebDeps): WebContext {
  const publicUrl = deps.publicUrl.replace(/\/+$/, "");
  const { pool, log } = deps;
  const box = createSecretBox(deps.secrets);
  const stream = createStreamHub({ pool, box, log, heartbeatMs: deps.streamHeartbeatMs });
  return {
    pool: deps.pool,
    log: deps.log,
    publicUrl,
    cookie: sessionCookie(publicUrl),
    box,
    stream,
    webhooks: createWebhookContext(deps.webhooks),
    applied: createAppliedPositions(deps.pool),
    fetchTracking: deps.fetchTracking,
    mail: createMailDesk(deps.mail, deps.log),
    inboxes: deps.receivesWebhooks === true ? createInboxes() : null,
    background: createBackground(deps.log),
    wakeLog: () => {
      deps.wakeLog?.();
      stream.wake();
    },
  };
}
