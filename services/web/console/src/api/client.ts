import createClient, { type Middleware } from "openapi-fetch";
import { ApiError, readError } from "./api-error.ts";
import type { paths } from "./schema.d.ts";
import { signedOut } from "./signed-out.ts";

/** The web application's API, typed from its OpenAPI document. Use it through `read` and `send`: those throw an `ApiError` instead of returning one. */
export const api = createClient<paths>({
  baseUrl: "/",
  // not kept at start: a test may put its own in place
  fetch: (request) => globalThis.fetch(request),
});

const errors: Middleware = {
  async onResponse({ response, schemaPath }) {
    if (response.ok) return;
    if (response.status === 401 && !schemaPath.startsWith("/api/auth/")) signedOut.tell();
    throw await readError(response);
  },
  onError({ error }) {
    if (error instanceof ApiError || isAbort(error)) return undefined;
    return new ApiError({
      status: 0,
      message: "The service cannot be reached. Check the connection and try again.",
      cause: error,
    });
  },
};
api.use(errors);

interface Fetched<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/** The body of an answer. Throws an `ApiError`. */
export async function read<Data>(call: Promise<Fetched<Data>>): Promise<NonNullable<Data>> {
  const { data } = await call;
  // as: a successful answer has the body that the document promises; everything else was thrown
  return data as NonNullable<Data>;
}

/** What a command answered. */
export interface Sent<Data> {
  readonly data: NonNullable<Data>;
  /** Where the log holds the change; null when there was none. */
  readonly position: string | null;
  readonly status: number;
}

/** The answer to a command. Throws an `ApiError`. */
export async function send<Data>(call: Promise<Fetched<Data>>): Promise<Sent<Data>> {
  const { data, response } = await call;
  return {
    // as: see `read`
    data: data as NonNullable<Data>,
    position: response.headers.get("x-position"),
    status: response.status,
  };
}

/** Works on plain http too, where `crypto.randomUUID` is not there. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
