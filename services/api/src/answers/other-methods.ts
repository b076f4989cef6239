import { METHODS } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

type Refuse = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export interface Refusals {
  readonly wrongMethod: Refuse;
  readonly unknownPath: Refuse;
}

/** For every GET route added from now on: any other method that node knows is refused, before a body is read. */
export function refuseOtherMethods(app: FastifyInstance, refusals: Refusals): void {
  const refuse: Refuse = (request, reply) =>
    hasEmptyParameter(request)
      ? refusals.unknownPath(request, reply)
      : refusals.wrongMethod(request, reply);
  // CONNECT never gets here: the edge server answers it
  const others = METHODS.filter((method) => !["GET", "HEAD", "CONNECT"].includes(method));
  for (const method of others) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const withRefusal = new Set<string>();
  app.addHook("onRoute", ({ method, url }) => {
    if (method !== "GET" || withRefusal.has(url)) return;
    withRefusal.add(url);
    app.route({
      method: others,
      url,
      schema: { hide: true },
      onRequest: refuse,
      handler: unreachable,
    });
  });
}

async function unreachable(): Promise<never> {
  throw new Error("a refused method reached its handler");
}

/** The router takes `/shipments/` for `/shipments/:id` with nothing as the id; by decision it is another, unknown path. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return typeof params === "object" && params !== null && Object.values(params).includes("");
}
