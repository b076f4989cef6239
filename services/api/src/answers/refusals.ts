import { errorBody } from "@shipment-tracking/runtime";
import type { FastifyReply } from "fastify";

/** Why a request is not answered with data. */
export type Refusal =
  | "missing_key"
  | "malformed_authorization"
  | "invalid_key"
  | "not_found"
  | "method_not_allowed"
  | "malformed_position"
  | "malformed_url"
  | "database_failed"
  | "server_failed";

interface RefusalAnswer {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const challenge = { "www-authenticate": "Bearer" };

/** The one mapping of refusals to HTTP: specification 7 and the texts that the decisions add. */
export const refusalAnswers: Readonly<Record<Refusal, RefusalAnswer>> = {
  missing_key: { status: 401, error: "Missing API key", headers: challenge },
  malformed_authorization: {
    status: 401,
    error: "Malformed Authorization header",
    headers: challenge,
  },
  invalid_key: { status: 401, error: "Invalid API key", headers: challenge },
  not_found: { status: 404, error: "Not found" },
  method_not_allowed: {
    status: 405,
    error: "Method not allowed",
    headers: { allow: "GET, HEAD" },
  },
  malformed_position: {
    status: 400,
    error:
      "X-Min-Position must be a position <part>.<pos> as given by X-Position, for example 12.345",
  },
  malformed_url: { status: 400, error: "Malformed URL", headers: { connection: "close" } },
  database_failed: { status: 500, error: "Database error" },
  server_failed: { status: 500, error: "Server error" },
};

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, error, headers } = refusalAnswers[refusal];
  if (headers !== undefined) reply.headers(headers);
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(errorBody(error));
}
