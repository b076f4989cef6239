import type { FastifyServerOptions } from "fastify";
import { requestIdOf } from "./request-id.ts";

export interface EdgeFastifySettings {
  /** Addresses and networks of the proxies in front; none when absent. */
  readonly trustProxy?: readonly string[] | undefined;
}

/**
 * Options for every Fastify instance behind `createEdgeServer`: Fastify's defaults that would break the error contract, log a URL, or
 * reinterpret paths are set right. The instance never listens itself: after `ready()` its `routing` is the edge server's dispatch.
 */
export function edgeFastifyOptions(settings: EdgeFastifySettings = {}) {
  return {
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      // the header section is limited to 16 KB: an over-long parameter reaches its own check instead of the router's
      maxParamLength: 16_384,
    },
    bodyLimit: 65_536,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    // 503 while stopping would break the list of statuses; requests at hand are answered
    return503OnClosing: false,
    exposeHeadRoutes: true,
    requestIdHeader: false,
    genReqId: requestIdOf,
    trustProxy: settings.trustProxy === undefined ? false : [...settings.trustProxy],
  } satisfies FastifyServerOptions;
}
