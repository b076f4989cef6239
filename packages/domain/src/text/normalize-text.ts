/**
 * Text as it is stored: NFC, trimmed, without control characters (tabs and line breaks become one space). `null` when it
 * holds a lone surrogate: no UTF-8 carries one, so the text could not be returned byte-exact.
 */
export function normalizeText(text: string): string | null {
  if (/\p{Surrogate}/u.test(text)) return null;
  const line = text.replace(/[\t\n\v\f\r\u0085]+/gu, " ").replace(/\p{Cc}/gu, "");
  return line.normalize("NFC").trim();
}
