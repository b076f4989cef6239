import type { JsonSchema } from "./json-schema.ts";

/** Documentation only: nothing validates against these, since a list parameter is never an error. */
export function listQuery(statuses: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties: {
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 200,
        default: 50,
        description:
          "Page size. Values above 200 are clamped to 200; what is not a number, or is below 1, falls back to 50. Fractions are cut off. Of a repeated parameter the first value counts.",
        examples: [50],
      },
      offset: {
        type: "integer",
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description:
          "Rows to skip. Values below 0, and what is not a number, count as 0. Beyond the last row the answer is an empty array.",
        examples: [0],
      },
      status: {
        type: "string",
        description: `Exact, case-sensitive match: ${statuses.map((status) => `\`${status}\``).join(", ")}. Empty is the same as omitted; any other value matches nothing and gives an empty array.`,
        examples: [statuses[1] ?? ""],
      },
    },
  };
}

export const conditionalHeaders: JsonSchema = {
  type: "object",
  properties: {
    "If-None-Match": {
      type: "string",
      description:
        "Entity tags of earlier answers, or `*`. When one matches, the answer is 304 without a body.",
      examples: ['"3jx0mQpQ8v1f8mJm7m2bQk2n6rE"'],
    },
    "X-Min-Position": {
      type: "string",
      pattern: "^\\d{1,2}\\.\\d{1,16}$",
      description:
        "Position `<part>.<pos>` that a command answered in X-Position. The answer waits, at most 2 seconds, until that position is applied.",
      examples: ["12.345"],
    },
    "X-Request-Id": {
      type: "string",
      pattern: "^[A-Za-z0-9._-]{1,64}$",
      description:
        "Your id for the request; it comes back on the answer. Anything else is replaced by a new id.",
      examples: ["import-2026-03-02.17"],
    },
  },
};

export const shipmentPath: JsonSchema = {
  type: "object",
  properties: {
    id: {
      type: "string",
      format: "uuid",
      description:
        "The shipment's id, in upper or lower case. Anything but a UUID is an unknown id.",
      examples: ["7f3f7c0e-6a0b-4b60-9c3e-1a5d9f0f4a11"],
    },
  },
  required: ["id"],
};

export const trackingPath: JsonSchema = {
  type: "object",
  properties: {
    token: {
      type: "string",
      pattern: "^[A-Za-z0-9_-]{43}$",
      description: "The token of a share link. It is the only credential.",
      examples: ["dGhpcyBpcyBub3QgYSByZWFsIHRyYWNraW5nIHRrbiE"],
    },
  },
  required: ["token"],
};
