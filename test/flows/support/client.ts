import type { Demo, DemoLogin } from "./instance.ts";

/** A signed-in user of the web application, or an integrator with a key, over plain HTTP. */
export interface Client {
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; the test says what it expects of it. */
  readonly json: Json;
}

/** JSON as the tests walk through it. */
export type Json = ReturnType<typeof JSON.parse>;

/** `path` is relative to the specification's base URL, for example `/v1/shipments`. */
export function keyClient(demo: Demo, apiKey: string): Client {
  return clientOf(demo, { authorization: `Bearer ${apiKey}` });
}

export function anonymousClient(demo: Demo): Client {
  return clientOf(demo, {});
}

export async function signIn(demo: Demo, login: DemoLogin): Promise<Client> {
  const answer = await clientOf(demo, {}).send("POST", "/auth/login", login);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`no session for ${login.email}: ${answer.text}`);
  return clientOf(demo, { cookie });
}

function clientOf(demo: Demo, identity: Record<string, string>): Client {
  return {
    async send(method, path, body, headers = {}) {
      const isText = typeof body === "string";
      const response = await fetch(`${demo.baseUrl}${path}`, {
        method,
        headers: {
          ...identity,
          ...(body === undefined
            ? {}
            : { "content-type": isText ? "text/csv" : "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    },
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
