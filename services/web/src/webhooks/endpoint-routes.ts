import {
  findEndpoint,
  listEndpoints,
  readEndpointHealth,
  type EndpointRecord,
} from "@shipment-tracking/webhooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { pathId } from "../http/path-id.ts";
import { Refusal } from "../http/refusal.ts";
import { parseBody } from "../validation/fault.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import { refuseUnsafeUrl } from "./check-url.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { endpointAnswer } from "./endpoint-answer.ts";
import { changeEndpointBody, createEndpointBody } from "./endpoint-body.ts";
import { deleteEndpoint } from "./endpoint-commands.ts";
import { changedHeaders } from "./endpoint-headers.ts";
import { onEndpoint } from "./locked-endpoint.ts";

/** The webhook endpoints of the signed-in user's company. */
export function registerEndpointRoutes(app: FastifyInstance, web: WebContext): void {
  const { pool, box } = web;

  app.get("/api/webhook-endpoints", async (request) => {
    const tenantId = signedInUser(request).tenant.id;
    const endpoints = await listEndpoints(pool, tenantId);
    const ids = endpoints.map(({ id }) => id);
    const health = await readEndpointHealth(pool, tenantId, ids);
    return { items: endpoints.map((one) => endpointAnswer(box, one, health.get(one.id))) };
  });

  app.get("/api/webhook-endpoints/:id", async (request) => {
    const endpoint = await ownEndpoint(web, request);
    const health = await readEndpointHealth(pool, signedInUser(request).tenant.id, [endpoint.id]);
    return endpointAnswer(box, endpoint, health.get(endpoint.id));
  });

  app.post("/api/webhook-endpoints", (request, reply) => answerCreation(web, request, reply));

  app.patch("/api/webhook-endpoints/:id", async (request, reply) => {
    const id = pathId(request, "id");
    const change = parseBody(changeEndpointBody, request.body);
    const { url } = change.changes;
    if (url !== undefined) await refuseUnsafeUrl(web.webhooks.targets, url);
    const context = commandContext(request);
    await answerCommand(
      web,
      { request, reply },
      {
        work: (tx) =>
          onEndpoint(tx, context, {
            id,
            work: (before) => changeEndpoint(tx, context, { box, before, change }),
          }),
      },
    );
    web.webhooks.wakeDispatch();
    return reply;
  });

  app.delete("/api/webhook-endpoints/:id", (request, reply) => {
    const id = pathId(request, "id");
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      {
        work: (tx) =>
          onEndpoint(tx, context, {
            id,
            work: (endpoint) => deleteEndpoint(tx, context, { box, endpoint }),
          }),
      },
    );
  });
}

/** The endpoint that the path names. Throws a `Refusal` (404) when the tenant has no such endpoint. */
export async function ownEndpoint(
  { pool }: WebContext,
  request: FastifyRequest,
): Promise<EndpointRecord> {
  const { tenant } = signedInUser(request);
  const endpoint = await findEndpoint(pool, tenant.id, pathId(request, "id"));
  if (endpoint === null) throw new Refusal(404, "Not found");
  return endpoint;
}

async function answerCreation(
  web: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { box } = web;
  const wanted = parseBody(createEndpointBody, request.body);
  // before the name servers are asked
  changedHeaders([], wanted.headers);
  await refuseUnsafeUrl(web.webhooks.targets, wanted.url);
  const context = commandContext(request);
  const createdBy = signedInUser(request).userId;
  return answerCommand(
    web,
    { request, reply },
    { work: (tx) => createEndpoint(tx, context, { box, wanted: { ...wanted, createdBy } }) },
  );
}
