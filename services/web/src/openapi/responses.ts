import type { Access } from "../auth/access.ts";
import type { JsonSchema, Operation } from "./operation.ts";

/** The answers of a route: its own, and those that follow from what kind of route it is. */
export function responsesOf(
  operation: Operation,
  route: { readonly access: Access; readonly hasId: boolean },
): JsonSchema {
  const takesInput =
    operation.body !== undefined || operation.media !== undefined || operation.query !== undefined;
  const common: Record<string, string> = {
    ...(takesInput ? { 400: "A field or parameter is wrong; the sentence names it." } : {}),
    ...(route.access === "public" ? {} : { 401: "Not signed in." }),
    ...(route.access === "public" ? {} : { 403: "Not allowed, or from another origin." }),
    ...(route.hasId ? { 404: "The company has nothing with this id." } : {}),
    ...(operation.command === true ? { 409: "Refused as things stand." } : {}),
    ...(operation.command === true
      ? { 422: "The Idempotency-Key was used with another request." }
      : {}),
  };
  const errors = Object.entries(common).map(([status, description]) => [
    status,
    { description, content: errorContent },
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
  return Object.fromEntries([...errors, ...own]) as JsonSchema;
}

const errorContent = {
  "application/json": { schema: { $ref: "#/components/schemas/Error" } },
};

const positionHeader = {
  headers: {
    "X-Position": {
      description: "Where the log holds the change; the read API takes it as X-Min-Position.",
      schema: { type: "string" },
    },
  },
};

function contentOf({ fields, media }: Operation["answers"][number]): JsonSchema {
  if (media !== undefined) return { content: { [media]: { schema: { type: "string" } } } };
  if (fields === undefined) return {};
  if (fields.join() === "error") return { content: errorContent };
  const properties = Object.fromEntries(fields.map((name) => [name, {}]));
  const schema = { type: "object", required: fields, properties };
  return { content: { "application/json": { schema } } };
}
