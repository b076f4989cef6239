import type { EndpointRecord } from "@shipment-tracking/webhooks";
import type { Queryable } from "@shipment-tracking/postgres";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CommandContext } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { pathId } from "../http/path-id.ts";
import { parseBody } from "../validation/fault.ts";
import { refuseUnsafeUrl } from "./check-url.ts";
import { enableBody, recoverBody, rotateBody } from "./endpoint-body.ts";
import { enableEndpoint, pauseEndpoint, rotateEndpointSecret } from "./endpoint-commands.ts";
import { ownEndpoint } from "./endpoint-routes.ts";
import { onEndpoint } from "./locked-endpoint.ts";
import { recoverEndpoint, testEndpoint } from "./queue-commands.ts";

/** What can be done with an endpoint besides changing it. */
export function registerEndpointCommandRoutes(app: FastifyInstance, web: WebContext): void {
  const { box } = web;

  app.post("/api/webhook-endpoints/:id/rotate-secret", (request, reply) => {
    const { overlapHours } = parseBody(rotateBody, request.body);
    return answerOn(web, { request, reply }, (tx, context, endpoint) =>
      rotateEndpointSecret(tx, context, { box, endpoint, overlapHours }),
    );
  });

  app.post("/api/webhook-endpoints/:id/pause", (request, reply) =>
    answerOn(web, { request, reply }, (tx, context, endpoint) =>
      pauseEndpoint(tx, context, { box, endpoint }),
    ),
  );

  app.post("/api/webhook-endpoints/:id/enable", (request, reply) => {
    const { backlog } = parseBody(enableBody, request.body);
    return answerOn(web, { request, reply }, (tx, context, endpoint) =>
      enableEndpoint(tx, context, { box, endpoint, backlog }),
    );
  });

  app.post("/api/webhook-endpoints/:id/test", async (request, reply) => {
    // what no longer may be sent to is said here, and not only with the attempt
    const { url } = await ownEndpoint(web, request);
    await refuseUnsafeUrl(web.webhooks.targets, url, 409);
    return answerOn(web, { request, reply }, testEndpoint);
  });

  app.post("/api/webhook-endpoints/:id/recover", (request, reply) => {
    const range = parseBody(recoverBody, request.body);
    return answerOn(web, { request, reply }, (tx, context, endpoint) =>
      recoverEndpoint(tx, context, { endpoint, range }),
    );
  });
}

/** Runs a command on the endpoint that the path names, and wakes whoever sends: most of them put something into the queue. */
async function answerOn(
  web: WebContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  command: (
    tx: Queryable,
    context: CommandContext,
    endpoint: EndpointRecord,
  ) => Promise<CommandAnswer>,
): Promise<FastifyReply> {
  const id = pathId(request, "id");
  const context = commandContext(request);
  await answerCommand(
    web,
    { request, reply },
    {
      work: (tx) =>
        onEndpoint(tx, context, { id, work: (endpoint) => command(tx, context, endpoint) }),
    },
  );
  web.webhooks.wakeDispatch();
  return reply;
}
