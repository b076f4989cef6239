import { z } from "zod";
import { cleanText } from "../validation/clean-text.ts";

const shape = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

/** An e-mail address in a form that mail can be sent to; null when it is none. Whether somebody reads it only a mail can tell. */
export function cleanEmail(given: string): string | null {
  const cleaned = cleanText(given, { max: 320 });
  return cleaned.ok && shape.test(cleaned.text) ? cleaned.text : null;
}

/** An e-mail address in a body. */
export const emailField = z.string().transform((given, context) => {
  const email = cleanEmail(given);
  if (email !== null) return email;
  context.addIssue({ code: "custom", message: "is not a valid e-mail address" });
  return z.NEVER;
});
