import type { Queryable } from "@shipment-tracking/postgres";
import { listCustomers, listInvoices, listShipments } from "@shipment-tracking/read-model";
import {
  edgeFastifyOptions,
  type HttpMetrics,
  logAnswer,
  type Logger,
  registerRequestLog,
} from "@shipment-tracking/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { withKey } from "./access/keyed-route.ts";
import { answerFailure } from "./answers/failure.ts";
import { refuseUnrouted, type Unrouted } from "./answers/unrouted.ts";
import { createPositionWaiter } from "./freshness/position-waiter.ts";
import { listHandler } from "./lists/list-handler.ts";
import { registerOpenApi } from "./openapi/register-open-api.ts";
import { routeSchemas } from "./openapi/route-schemas.ts";
import { refuseOtherMethods } from "./answers/other-methods.ts";
import { shipmentHandler } from "./shipments/get-shipment.ts";
import { publicTrackingHandler } from "./tracking/get-public-tracking.ts";

export interface ApiDeps {
  /** Connections of the role that can only read the schema `read`. */
  readonly pool: Queryable;
  readonly log: Logger;
  /** Told of each use of a key; must neither wait nor throw. */
  recordKeyUse?(keyId: string): void;
  readonly metrics?: HttpMetrics;
  readonly trustProxy?: readonly string[] | undefined;
  /** Longest wait for `X-Min-Position`, in ms; default 2,000. */
  readonly freshnessTimeoutMs?: number;
}

/** The read API: `/api/v1/*`, `/api/track/:token`, `/api/openapi.json`. Not listening: `createEdgeServer` does that. */
export async function buildApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { log, metrics } = deps;
  const unrouted = (reason: Unrouted) => (request: FastifyRequest, reply: FastifyReply) =>
    refuseUnrouted({ gate: deps, reason }, request, reply).catch((error: unknown) =>
      answerFailure({ log, error }, request, reply),
    );
  const app = Fastify({
    ...edgeFastifyOptions({ trustProxy: deps.trustProxy }),
    frameworkErrors: (_error, request, reply) => {
      reply.header("x-request-id", request.id);
      reply.raw.once("finish", () => {
        logAnswer({ log, metrics }, request, reply);
      });
      void unrouted("malformed_url")(request, reply);
    },
  });
  registerRequestLog(app, { log, metrics });
  app.setErrorHandler((error, request, reply) => answerFailure({ log, error }, request, reply));
  app.addHook("onRequest", async (request, reply) => {
    // here and not in a not-found handler: a handler comes after the body is parsed, and the key comes first
    if (request.is404) return unrouted("unknown_path")(request, reply);
  });
  refuseOtherMethods(app, {
    wrongMethod: unrouted("wrong_method"),
    unknownPath: unrouted("unknown_path"),
  });
  await registerOpenApi(app);
  registerRoutes(app, deps);
  await app.ready();
  return app;
}

function registerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { pool } = deps;
  const waiter = createPositionWaiter({ pool, timeoutMs: deps.freshnessTimeoutMs });
  const keyed = { gate: deps, waiter };
  const { shipments, shipment, customers, invoices, track } = routeSchemas;
  app.get(
    "/api/v1/shipments",
    { schema: shipments },
    withKey(keyed, listHandler(pool, listShipments)),
  );
  app.get("/api/v1/shipments/:id", { schema: shipment }, withKey(keyed, shipmentHandler(pool)));
  app.get(
    "/api/v1/customers",
    { schema: customers },
    withKey(keyed, listHandler(pool, listCustomers)),
  );
  app.get(
    "/api/v1/invoices",
    { schema: invoices },
    withKey(keyed, listHandler(pool, listInvoices)),
  );
  app.get("/api/track/:token", { schema: track }, publicTrackingHandler({ pool, waiter }));
}
