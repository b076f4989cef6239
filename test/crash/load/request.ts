import { now } from "../system/clock.ts";

/** An answer, or null when the connection broke or nothing came. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

// longer than anything here is frozen on purpose
const patienceMs = 20_000;

export async function send({ method, url, headers, body }: Request): Promise<Answer | null> {
  const askedAt = now();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    return { status, text, headers: answered, askedAt, answeredAt: now() };
  } catch {
    return null;
  }
}
