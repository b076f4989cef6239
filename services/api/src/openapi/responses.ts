import { refusalAnswers, type Refusal } from "../answers/refusals.ts";
import { refTo } from "./ref-to.ts";
import type { JsonSchema } from "./json-schema.ts";

export interface SuccessOptions {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
  /** Headers beside those that every answer has. */
  readonly headers: JsonSchema;
}

export function success({ description, schema, example, headers }: SuccessOptions): JsonSchema {
  return {
    description,
    headers: { ...validatorHeaders, ...requestIdHeader, ...headers },
    content: { "application/json": { schema, example } },
  };
}

export function notModified(headers: JsonSchema): JsonSchema {
  return {
    type: "null",
    description: "The answer has not changed since the one that If-None-Match names. No body.",
    headers: { ...validatorHeaders, ...requestIdHeader, ...headers },
  };
}

/** An error answer with one example for each of its causes. */
export function failure(description: string, causes: readonly Refusal[]): JsonSchema {
  const named = causes.map((cause) => [cause, { value: { error: refusalAnswers[cause].error } }]);
  const extra = causes.flatMap((cause) => Object.keys(refusalAnswers[cause].headers ?? {}));
  const headers = Object.entries(errorHeaders).filter(([name]) =>
    extra.includes(name.toLowerCase()),
  );
  return {
    description,
    headers: { ...requestIdHeader, ...Object.fromEntries(headers) },
    content: {
      "application/json": { schema: refTo("Error"), examples: Object.fromEntries(named) },
    },
  };
}

export const cacheHeaders = {
  private: {
    "Cache-Control": {
      type: "string",
      const: "private, no-cache",
      description: "Ask again each time, with If-None-Match.",
    },
    Vary: { type: "string", const: "Authorization", description: "Answers differ by key." },
  },
  public: {
    "Cache-Control": {
      type: "string",
      const: "no-store",
      description: "A tracking link is a credential: its answer is not kept.",
    },
    "Referrer-Policy": {
      type: "string",
      const: "no-referrer",
      description: "The link is not passed on.",
    },
    "X-Robots-Tag": {
      type: "string",
      const: "noindex, nofollow, noarchive",
      description: "Not for search engines.",
    },
  },
} as const;

export const linkHeaderSchema = {
  Link: {
    type: "string",
    description:
      'RFC 8288: rel="next" and rel="prev", each only when that page exists; references relative to the origin.',
    examples: ['</api/v1/shipments?limit=50&offset=50>; rel="next"'],
  },
} as const;

const validatorHeaders = {
  ETag: { type: "string", description: "Strong tag of the body's bytes." },
  "X-Applied-Position": {
    type: "string",
    description: "Only when X-Min-Position was sent: the position of its part that is applied.",
  },
} as const;

const requestIdHeader = {
  "X-Request-Id": {
    type: "string",
    description: "Id of the request, to be named when asking for help.",
  },
} as const;

const errorHeaders = {
  "WWW-Authenticate": {
    type: "string",
    const: "Bearer",
    description: "The scheme that is wanted.",
  },
  Allow: { type: "string", const: "GET, HEAD", description: "The methods there are." },
} as const;
