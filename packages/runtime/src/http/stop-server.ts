import type { Server } from "node:http";
import { announceStop } from "./server-stop.ts";

export interface StopOptions {
  /** Closed once the server answers nothing any more: Fastify instances. */
  readonly apps?: readonly { close(): PromiseLike<unknown> }[];
  /**
   * For this many ms connections stay open and each answer says `Connection: close`, so that busy clients leave by themselves instead of losing
   * a request that is on its way; default 100.
   */
  readonly graceMs?: number;
  /** After this many ms what is still open is cut; default 8,000, so that a process ends within 10 s. */
  readonly hardLimitMs?: number;
}

/**
 * Says goodbye on each answer (`Connection: close`), then stops accepting, lets requests at hand finish, resolves when all is closed. Without closing
 * idle connections again and again one busy keep-alive client would hold the server open for its whole keep-alive time.
 */
export async function stopServer(server: Server, options: StopOptions = {}): Promise<void> {
  if (server.listening) await closeServer(server, options);
  for (const app of options.apps ?? []) await app.close();
}

async function closeServer(
  server: Server,
  { graceMs = 100, hardLimitMs = 8_000 }: StopOptions,
): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.setHeader("connection", "close");
  });
  announceStop(server);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, graceMs);
  });
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 100);
  const limit = setTimeout(() => {
    server.closeAllConnections();
  }, hardLimitMs - graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearInterval(sweep);
  clearTimeout(limit);
}
