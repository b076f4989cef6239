import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createClientErrorHandling } from "./client-error.ts";
import { type Exchange, rawErrorAnswer, refuse } from "./error-answer.ts";
import { requestFault } from "./request-faults.ts";
import { requestIdOf } from "./request-id.ts";
import { rememberServer } from "./server-stop.ts";
import { originForm } from "./request-target.ts";

/** Handles a request that is well formed as far as HTTP goes, for example a Fastify instance's `routing`. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => void;

export interface EdgeServerOptions {
  readonly log?: EdgeLog;
  /** Whole request received, in ms; default 15,000. */
  readonly requestTimeoutMs?: number;
  /** Header section received, in ms; default 10,000. */
  readonly headersTimeoutMs?: number;
  /** Idle connection kept, in ms; default 72,000: longer than a proxy's 60 s, or the proxy would meet closed connections. */
  readonly keepAliveTimeoutMs?: number;
}

/** The two lines the edge logs; a pino logger fits. */
interface EdgeLog {
  info(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
}

/**
 * A node HTTP server on which every answer keeps the error contract (JSON `{"error": …}`), also the ones that node or a framework would
 * give by themselves: parse errors, oversized headers, timeouts, missing or repeated Host, Expect, CONNECT, transfer encodings.
 * Several applications can share it: `dispatch` chooses by path. Every answer that the server gives itself carries X-Request-Id, those of an
 * application get it from `registerRequestLog`. Not listening yet.
 */
export function createEdgeServer(dispatch: Dispatch, options: EdgeServerOptions = {}): Server {
  const { log } = options;
  const clientErrors = createClientErrorHandling((code, status) => {
    log?.info({ code, status }, "connection refused");
  });
  const handle: Dispatch = (request, response) => {
    const exchange = { request, response };
    clientErrors.track(exchange);
    const fault = requestFault(request);
    if (fault === null) dispatchSafely({ dispatch, log }, exchange);
    else refuse(exchange, 400, fault);
  };
  const server = createServer(serverOptions(options), handle);
  // the header section is bounded by its size; a bound on the count would silently drop the rest
  server.maxHeadersCount = 0;
  server.on("connection", (socket) => {
    rememberServer(socket, server);
  });
  server.on("clientError", (error, socket) => {
    // an http server's connections are net sockets; the type says Duplex for TLS' sake
    clientErrors.handle(error, socket as Parameters<typeof clientErrors.handle>[1]);
  });
  server.on("checkContinue", (request, response) => {
    if (announcesBody(request)) response.writeContinue();
    handle(request, response);
  });
  server.on("checkExpectation", (request, response) => {
    const exchange = { request, response };
    clientErrors.track(exchange);
    refuse(exchange, 417, "Expectation failed");
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(rawErrorAnswer(405, "Method not allowed", ["Allow: GET, HEAD"]));
  });
  return server;
}

function serverOptions(options: EdgeServerOptions): Parameters<typeof createServer>[0] & object {
  return {
    // checked by requestFault: node would answer without a body
    requireHostHeader: false,
    requestTimeout: options.requestTimeoutMs ?? 15_000,
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 72_000,
    connectionsCheckingInterval: 500,
  };
}

interface DispatchOptions {
  readonly dispatch: Dispatch;
  readonly log: EdgeLog | undefined;
}

function dispatchSafely({ dispatch, log }: DispatchOptions, exchange: Exchange): void {
  const { request, response } = exchange;
  try {
    request.url = originForm(request.url ?? "/") ?? "/";
    dispatch(request, response);
  } catch (error) {
    log?.error(
      { err: error, requestId: requestIdOf(request) },
      "request failed outside the application",
    );
    if (response.headersSent) response.destroy();
    else refuse(exchange, 500, "Server error");
  }
}

function announcesBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return (
    request.headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0")
  );
}
