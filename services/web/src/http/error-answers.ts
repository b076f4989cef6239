import { logAnswer, type Logger, type RequestLogOptions } from "@shipment-tracking/runtime";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendNotFound } from "../pages/not-found-page.ts";
import { errorAnswer } from "./errors.ts";

/** Every error leaves as `{"error": sentence}`; unexpected ones are logged here, once. */
export function registerErrorAnswers(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswer(error);
    if (answer.unexpected) {
      const route = request.routeOptions.url ?? "none";
      log.error(
        { err: error, requestId: request.id, method: request.method, route },
        "request failed",
      );
    }
    if (answer.retryAfterSeconds !== undefined)
      reply.header("retry-after", answer.retryAfterSeconds);
    return reply.code(answer.status).send({ error: answer.error });
  });
  app.setNotFoundHandler(sendNotFound);
}

/** For errors that no hook sees: the router's own. */
export function answerFrameworkError(
  error: Error,
  reply: FastifyReply,
  options: RequestLogOptions,
): void {
  const answer = errorAnswer(error);
  reply.header("x-request-id", reply.request.id);
  reply.raw.once("finish", () => {
    logAnswer(options, reply.request, reply);
  });
  void reply.code(answer.status).send({ error: answer.error });
}
