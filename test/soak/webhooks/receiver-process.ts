// Receivers of all endpoints, in a process of their own: most requests are accepted, the others end as the shares say.
import { createServer } from "node:http";
import { shares } from "./options.ts";
import type { Received } from "./receivers.ts";

let received: Received = nothing();

const server = createServer((request, response) => {
  request.resume();
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  request.on("end", () => {
    const fate = Math.random();
    if (fate < shares.failing) {
      received = { ...received, failed: received.failed + 1 };
      response.writeHead(500).end();
    } else if (fate < shares.failing + shares.blackHole) {
      // until the sender gives up
      received = { ...received, unanswered: received.unanswered + 1 };
    } else if (fate < shares.failing + shares.blackHole + shares.throttling) {
      received = { ...received, throttled: received.throttled + 1 };
      response.writeHead(429, { "retry-after": "1" }).end();
    } else {
      received.accepted.push(String(request.headers["webhook-id"]));
      response.writeHead(204).end();
    }
  });
});
server.keepAliveTimeout = 60_000;

process.on("message", () => {
  process.send?.(received);
  received = nothing();
});
process.on("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => process.send?.(server.address()));

function nothing(): Received {
  return { accepted: [], failed: 0, unanswered: 0, throttled: 0 };
}
