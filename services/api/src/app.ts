import type { BytesQueryable } from "@shipment-tracking/postgres";
import { customerList, invoiceList, shipmentList } from "@shipment-tracking/read-model";
import {
  edgeFastifyOptions,
  type HttpMetrics,
  logAnswer,
  type Logger,
  registerRequestLog,
} from "@shipment-tracking/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Gate } from "./access/authenticate.ts";
import { createKeyFinder } from "./access/key-finder.ts";
import { withKey } from "./access/keyed-route.ts";
import { answerFailure } from "./answers/failure.ts";
import { refuseUnrouted, type Unrouted } from "./answers/unrouted.ts";
import { createPositionWaiter } from "./freshness/position-waiter.ts";
import { listHandler } from "./lists/list-handler.ts";
import { createFreshAnswers } from "./reading/fresh-answers.ts";
import { createKeyedPageReader } from "./reading/keyed-page-reader.ts";
import { createPageReader } from "./reading/page-reader.ts";
import { registerOpenApi } from "./openapi/register-open-api.ts";
import { routeSchemas } from "./openapi/route-schemas.ts";
import { refuseOtherMethods } from "./answers/other-methods.ts";
import { shipmentHandler } from "./shipments/get-shipment.ts";
import { publicTrackingHandler } from "./tracking/get-public-tracking.ts";

export interface ApiDeps {
  /** Connections of the role that can only read the schema `read`. */
  readonly pool: BytesQueryable;
  readonly log: Logger;
  /** Told of each use of a key; must neither wait nor throw. */
  recordKeyUse?(keyId: string): void;
  readonly metrics?: HttpMetrics;
  readonly trustProxy?: readonly string[] | undefined;
  /** Longest wait for `X-Min-Position`, in ms; default 2,000. */
  readonly freshnessTimeoutMs?: number;
  /** Most bytes of answers kept in memory, 0: none; default 64 MiB. */
  readonly cacheBytes?: number;
}

/** The read API: `/api/v1/*`, `/api/track/:token`, `/api/openapi.json`. Not listening: `createEdgeServer` does that. */
export async function buildApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { log, metrics } = deps;
  const gate = {
    findKey: createKeyFinder(deps.pool),
    recordKeyUse: (keyId: string) => deps.recordKeyUse?.(keyId),
  };
  const unrouted = (reason: Unrouted) => (request: FastifyRequest, reply: FastifyReply) =>
    refuseUnrouted({ gate, reason }, request, reply).catch((error: unknown) =>
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
  app.addHook("onRequest", (request, reply, next) => {
    // here and not in a not-found handler: a handler comes after the body is parsed, and the key comes first
    if (request.is404) void unrouted("unknown_path")(request, reply);
    else next();
  });
  refuseOtherMethods(app, {
    wrongMethod: unrouted("wrong_method"),
    unknownPath: unrouted("unknown_path"),
  });
  await registerOpenApi(app);
  registerRoutes(app, deps, gate);
  await app.ready();
  return app;
}

function registerRoutes(app: FastifyInstance, deps: ApiDeps, gate: Gate): void {
  const { pool } = deps;
  const waiter = createPositionWaiter({ pool, timeoutMs: deps.freshnessTimeoutMs });
  const keyed = { gate, waiter };
  const answers = createFreshAnswers(deps.cacheBytes ?? defaultCacheBytes);
  const { findKey } = gate;
  const readPage = createPageReader(pool);
  const reading = { answers, findKey, readPage, readKeyedPage: createKeyedPageReader(pool) };
  const shipments = listHandler({ ...reading, list: shipmentList });
  const customers = listHandler({ ...reading, list: customerList });
  // an invoice is overdue from one day to the next
  const invoices = listHandler({ ...reading, list: invoiceList, daily: true });
  const shipment = shipmentHandler({ db: pool, answers, findKey });
  const track = publicTrackingHandler({ pool, waiter });
  const schema = routeSchemas;
  app.get("/api/v1/shipments", { schema: schema.shipments }, withKey(keyed, shipments));
  app.get("/api/v1/shipments/:id", { schema: schema.shipment }, withKey(keyed, shipment));
  app.get("/api/v1/customers", { schema: schema.customers }, withKey(keyed, customers));
  app.get("/api/v1/invoices", { schema: schema.invoices }, withKey(keyed, invoices));
  app.get("/api/track/:token", { schema: schema.track }, track);
}

const defaultCacheBytes = 64 * 1_048_576;
