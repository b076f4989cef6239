import type { z } from "zod";
import { Refusal } from "../http/refusal.ts";

/**
 * Validates a body against a schema. A missing body counts as `{}`, so that a client learns which field is missing. Throws a
 * `Refusal` (400) that names the first fault as `field: sentence`.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body === undefined ? {} : body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refusal(400, faultSentence(parsed.error.issues));
}

/** `field: sentence`; `field` is a path such as `origin.city` or `references[2].value`, and `body` for the whole. */
export function faultSentence(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  if (issue === undefined) return "The request is not valid.";
  if (issue.code === "unrecognized_keys") return unknownFields(issue.path, issue.keys);
  return `${fieldName(issue.path)}: ${describe(issue)}.`;
}

function unknownFields(path: readonly PropertyKey[], keys: readonly string[]): string {
  // a client's own words come back shortened: an answer is no place for 60 KB of them
  const names = keys.slice(0, 5).map((key) => fieldName([...path, key.slice(0, 64)]));
  return `${names.join(", ")}: ${keys.length === 1 ? "is not a known field" : "are not known fields"}.`;
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "body";
  return path
    .map((step) => (typeof step === "number" ? `[${String(step)}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${kindName(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "array"
        ? `must have at least ${String(issue.minimum)} entries`
        : `must be at least ${String(issue.minimum)}`;
    case "too_big":
      return issue.origin === "array"
        ? `must have at most ${String(issue.maximum)} entries`
        : `must be at most ${String(issue.maximum)}`;
    case "custom":
      return issue.message;
    case "invalid_format":
    case "not_multiple_of":
    case "unrecognized_keys":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return "is not valid";
  }
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

function kindName(expected: string): string {
  return kindNames.get(expected) ?? "of another type";
}
