import type { FastifyRequest } from "fastify";
import { isUuid } from "../ids.ts";
import { Refusal } from "./refusal.ts";

/** The id that the path has under a name, in lower case. Throws a `Refusal` (404) when it is no UUID. */
export function pathId(request: FastifyRequest, name: string): string {
  // the route's pattern decides which names there are
  const id = (request.params as Readonly<Record<string, string | undefined>>)[name];
  if (id === undefined || !isUuid(id)) throw new Refusal(404, "Not found");
  return id.toLowerCase();
}
