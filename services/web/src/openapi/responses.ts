import { accessByRoute } from "../auth/access.ts";
import { referenceTo } from "./answer-schemas.ts";
import type { Answer, JsonSchema, Operation } from "./operation.ts";
import { errorAnswer } from "./schemas/parts.ts";

/** Errors that many routes have in common, by the name of the component. */
const sharedErrors = {
  WrongInput: [400, "A field or parameter is wrong; the sentence names it."],
  NotSignedIn: [401, "Not signed in."],
  NotAllowed: [403, "Not allowed, or from another origin."],
  NotFound: [404, "The company has nothing with this id."],
  Refused: [409, "Refused as things stand."],
  TooLarge: [413, "The body is too large."],
  WrongMediaType: [415, "The body is of another type."],
  KeyUsed: [422, "The Idempotency-Key was used with another request."],
  ServerError: [500, "A fault of the service; it is logged under the answer's X-Request-Id."],
  Busy: [503, "The service is busy: Retry-After says when to try again."],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export const sharedResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(sharedErrors).map(([name, [, description]]) => [
    name,
    { description, ...contentOf({ schema: errorAnswer }) },
  ]),
);

/** The answers of a route: its own, and those that follow from what kind of route it is. */
export function responsesOf(route: string, operation: Operation): JsonSchema {
  const shared = sharedErrorsOf(route, operation).map((name) => [
    sharedErrors[name][0],
    { $ref: `#/components/responses/${name}` },
  ]);
  const own = Object.entries(operation.answers).map(([status, given]) => [
    status,
    {
      description: given.description,
      ...(operation.command === true && status.startsWith("2") ? positionHeader : {}),
      ...contentOf(given),
    },
  ]);
  // fromEntries loses the value type; own answers win
  return Object.fromEntries([...shared, ...own]) as JsonSchema;
}

/** What the document says of an answer; null: it does not know this status of the route. */
export function answerTo(route: string, operation: Operation, status: number): Answer | null {
  const own = operation.answers[status];
  if (own !== undefined) return own;
  const name = sharedErrorsOf(route, operation).find((one) => sharedErrors[one][0] === status);
  return name === undefined ? null : { description: sharedErrors[name][1], schema: errorAnswer };
}

function sharedErrorsOf(
  route: string,
  { body, media, query, command = false }: Operation,
): readonly (keyof typeof sharedErrors)[] {
  const isPublic = accessByRoute[route] === "public";
  const changes = !route.startsWith("GET ");
  const hasInput = body !== undefined || media !== undefined || query !== undefined;
  return [
    // any body has to be readable, whether it is asked for or not
    ...(changes || hasInput ? (["WrongInput"] as const) : []),
    ...(isPublic ? [] : (["NotSignedIn"] as const)),
    ...(isPublic && !changes ? [] : (["NotAllowed"] as const)),
    ...(route.includes(":") ? (["NotFound"] as const) : []),
    ...(command ? (["Refused", "KeyUsed"] as const) : []),
    ...(changes ? (["TooLarge", "WrongMediaType"] as const) : []),
    "ServerError",
    "Busy",
  ];
}

const positionHeader = {
  headers: {
    "X-Position": {
      description: "Where the log holds the change; the read API takes it as X-Min-Position.",
      schema: { type: "string" },
    },
  },
};

function contentOf({ schema, media, events }: Omit<Answer, "description">): JsonSchema {
  if (media !== undefined) {
    const types = Object.entries(events ?? {}).map(([name, of]) => [name, referenceTo(of)]);
    const extension = types.length === 0 ? {} : { "x-events": Object.fromEntries(types) };
    return { content: { [media]: { schema: { type: "string" }, ...extension } } };
  }
  if (schema === undefined) return {};
  return { content: { "application/json": { schema: referenceTo(schema) } } };
}
