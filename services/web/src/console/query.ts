import { z } from "zod";
import { Refusal } from "../http/refusal.ts";
import { faultSentence } from "../validation/fault.ts";

const defaultLimit = 50;
const maxLimit = 200;

/** Page size of the console's lists: 50 when absent, never above 200; anything but a whole number from 1 is refused. */
export const limitField = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined || text === "") return defaultLimit;
    if (/^[1-9]\d{0,8}$/.test(text)) return Math.min(Number(text), maxLimit);
    context.addIssue({ code: "custom", message: "must be a whole number from 1 to 200" });
    return z.NEVER;
  });

/** Reads a query string; parameters that the schema does not name are ignored. Throws a `Refusal` (400) naming the first fault. */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(query, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refusal(400, faultSentence(parsed.error.issues));
}
