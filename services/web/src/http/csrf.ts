import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that a page of another origin has made a browser send (04-web-api). Same origin is the configured
 * public one or, for an installation reached under several names, the one that the request itself was sent to. Without these headers the
 * client is no browser and is accepted with its cookie.
 */
export function refuseCrossOrigin(request: FastifyRequest, publicOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  const foreignSite = site !== undefined && site !== "same-origin";
  const foreignOrigin =
    origin !== undefined && origin !== publicOrigin && !isSentTo(origin, request.headers.host);
  if (foreignSite || foreignOrigin) {
    throw new Refusal(403, "Requests from another origin are refused.");
  }
}

function isSentTo(origin: string, host: string | undefined): boolean {
  if (host === undefined || !/^https?:\/\//.test(origin)) return false;
  return origin.slice(origin.indexOf("//") + 2).toLowerCase() === host.toLowerCase();
}
