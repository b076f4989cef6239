import type { IncomingMessage } from "node:http";
import { originForm } from "./request-target.ts";

/**
 * What is wrong with a request that the parser let through, as the sentence of a 400; null when nothing is. Node and Fastify would
 * answer these without a JSON body, or not notice them.
 */
export function requestFault(request: IncomingMessage): string | null {
  return (
    versionFault(request) ??
    hostFault(request) ??
    transferEncodingFault(request) ??
    targetFault(request)
  );
}

// node's parser also takes a request that calls itself HTTP/0.9 or HTTP/2.0
function versionFault({ httpVersion }: IncomingMessage): string | null {
  return httpVersion === "1.1" || httpVersion === "1.0" ? null : "Unsupported HTTP version";
}

// RFC 9112 3.2: exactly one Host on HTTP/1.1, at most one on HTTP/1.0, and a valid one
function hostFault(request: IncomingMessage): string | null {
  const { rawHeaders, httpVersionMinor } = request;
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  if (count > 1) return "More than one Host header";
  const host = request.headers.host;
  if (host === undefined || host === "") {
    return httpVersionMinor === 0 && count === 0 ? null : "Missing Host header";
  }
  return validHost.test(host) ? null : "Invalid Host header";
}

const validHost = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;

function transferEncodingFault(request: IncomingMessage): string | null {
  const encoding = request.headers["transfer-encoding"];
  if (encoding === undefined) return null;
  if (request.method === "GET" || request.method === "HEAD") {
    return "A GET or HEAD request has no Transfer-Encoding";
  }
  return encoding.toLowerCase() === "chunked" ? null : "Transfer-Encoding must be chunked";
}

function targetFault(request: IncomingMessage): string | null {
  return originForm(request.url ?? "") === null ? "Invalid request target" : null;
}
