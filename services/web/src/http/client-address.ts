import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/**
 * The client's address, which limits count by: what the trusted proxies say, the connection's own when there are none or when what they pass on is no
 * address. Without the zone of a link-local address.
 */
export function clientAddress(request: Pick<FastifyRequest, "ip" | "socket">): string {
  const address = [request.ip, request.socket.remoteAddress ?? ""].find((one) => isIP(one) !== 0);
  return (address ?? "0.0.0.0").replace(/%.*$/, "");
}
