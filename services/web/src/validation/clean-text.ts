import { isBlank, lengthInCharacters } from "@shipment-tracking/domain";

export interface TextRules {
  /** In characters (code points) of the cleaned text. */
  readonly max: number;
  /** Line breaks and tabs are kept: for notes that only the own company sees. */
  readonly multiline?: boolean;
}

export type CleanText =
  | { readonly ok: true; readonly text: string }
  /** `reason` continues a sentence that begins with the field's name. */
  | { readonly ok: false; readonly reason: string };

/**
 * Text as it is stored: NFC, trimmed. Control characters (NUL above all) and lone surrogates are refused rather than removed: what is stored is
 * what was sent. Blank text becomes `""`; whether that will do is the caller's to say.
 */
export function cleanText(given: string, rules: TextRules): CleanText {
  if (/\p{Surrogate}/u.test(given)) return { ok: false, reason: "is not valid Unicode text" };
  const unbroken = rules.multiline === true ? given.replace(/\r\n?/g, "\n") : given;
  const text = unbroken.normalize("NFC").trim();
  const checked = rules.multiline === true ? text.replace(/[\n\t]/g, "") : text;
  if (/\p{Cc}/u.test(checked)) return { ok: false, reason: "must not contain control characters" };
  if (text.length > rules.max && lengthInCharacters(text) > rules.max) {
    return { ok: false, reason: `must be at most ${String(rules.max)} characters long` };
  }
  return { ok: true, text: isBlank(text) ? "" : text };
}
