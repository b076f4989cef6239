import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PublicTracking } from "@shipment-tracking/contracts";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase } from "@shipment-tracking/testing";
import { buildWeb } from "@shipment-tracking/web-service";

/** The real web application beside a read API that answers what the test says. */
export interface TrackingSite {
  readonly origin: string;
  /** Makes a link, or changes what an old one answers. */
  answer(token: string, tracking: PublicTracking): string;
  /** From now on the read API answers this status to everything; null: as it should. */
  failWith(status: number | null): void;
  /** Requests to the read API from outside so far: status of each answer. */
  readonly polls: number[];
  close(): Promise<void>;
}

export async function startTrackingSite(): Promise<TrackingSite> {
  const db = await createTestDatabase();
  const answers = new Map<string, string>();
  let failure: number | null = null;
  const polls: number[] = [];
  const answerOf = (token: string) => {
    const body = answers.get(token);
    if (failure !== null) return { status: failure, body: '{"error":"Server error"}', etag: null };
    return body === undefined
      ? { status: 404, body: '{"error":"Not found"}', etag: null }
      : { status: 200, body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
  };
  const app = buildWeb({
    pool: db.pool("web"),
    log: createLogger({ service: "web", level: "silent" }),
    publicUrl: "http://tracking.test",
    secrets: [{ id: "test", key: randomBytes(32) }],
    fetchTracking: async (token) => answerOf(token),
  });
  await app.ready();
  const api = (request: IncomingMessage, response: ServerResponse): void => {
    const { status, body, etag } = answerOf(request.url?.split("/").at(-1) ?? "");
    const same = etag !== null && request.headers["if-none-match"] === etag;
    polls.push(same ? 304 : status);
    response.writeHead(same ? 304 : status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(etag === null ? {} : { etag }),
    });
    response.end(same ? undefined : body);
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/api/track/")) api(request, response);
    else app.routing(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // as: it listens on a port, not on a socket file
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    polls,
    answer: (token, tracking) => {
      answers.set(token, JSON.stringify(tracking));
      return `${origin}/track/${token}`;
    },
    failWith: (status) => {
      failure = status;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await app.close();
      await db.drop();
    },
  };
}
