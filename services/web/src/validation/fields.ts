import { z } from "zod";
import { isUuid } from "../ids.ts";
import { cleanText, type TextRules } from "./clean-text.ts";

/** Text that must say something. */
export function requiredText(rules: TextRules) {
  return z.string().transform((given, context) => {
    const cleaned = cleanText(given, rules);
    if (cleaned.ok && cleaned.text !== "") return cleaned.text;
    const message = cleaned.ok ? "must not be blank" : cleaned.reason;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** Text that may be missing: null and blank text both mean null, a missing field stays undefined. */
export function optionalText(rules: TextRules) {
  return z
    .string()
    .nullable()
    .transform((given, context) => {
      if (given === null) return null;
      const cleaned = cleanText(given, rules);
      if (cleaned.ok) return cleaned.text === "" ? null : cleaned.text;
      context.addIssue({ code: "custom", message: cleaned.reason });
      return z.NEVER;
    })
    .optional();
}

/** A UUID in any case; the canonical form is lower case. */
export const uuidField = z.string().transform((given, context) => {
  if (isUuid(given)) return given.toLowerCase();
  context.addIssue({ code: "custom", message: "must be a UUID" });
  return z.NEVER;
});

/** Version of the shipment that the client has seen. */
export const versionField = z.int().min(1).optional();
