import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

type Callback = () => void;

const servers = new WeakMap<Socket, Server>();
const callbacks = new WeakMap<Server, Set<Callback>>();
const stopping = new WeakSet<Server>();

/** Notes which server a connection came in by. */
export function rememberServer(socket: Socket, server: Server): void {
  servers.set(socket, server);
}

/**
 * For answers that do not end by themselves: `end` is called when the server that the request came in by begins to stop, at once if it
 * does already. Returns how to call that off. A request that came by no edge server has none to wait for.
 */
export function whenServerStops(request: IncomingMessage, end: Callback): Callback {
  const server = servers.get(request.socket);
  if (server === undefined) return () => {};
  if (stopping.has(server)) {
    end();
    return () => {};
  }
  const waiting = callbacks.get(server) ?? new Set();
  callbacks.set(server, waiting.add(end));
  return () => {
    waiting.delete(end);
  };
}

/** Ends the answers that would keep the server from stopping. */
export function announceStop(server: Server): void {
  stopping.add(server);
  const waiting = [...(callbacks.get(server) ?? [])];
  callbacks.delete(server);
  for (const end of waiting) end();
}
