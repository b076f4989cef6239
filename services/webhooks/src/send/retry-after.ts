const maxWaitMs = 24 * 3_600_000;
const absurdMs = 365 * 24 * 3_600_000;

/**
 * How long a receiver asks to wait (RFC 9110, 10.2.3): whole seconds or an HTTP date, clamped to 0-24 h. Null when the header is
 * absent, repeated, neither of the two, or asks for more than a year: such a value is a mistake, not a wish.
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined,
  nowMs: number,
): number | null {
  if (typeof value !== "string") return null;
  const text = value.trim();
  const waitMs = /^\d{1,12}$/u.test(text) ? Number(text) * 1000 : untilDate(text, nowMs);
  if (waitMs === null || waitMs > absurdMs) return null;
  return Math.min(Math.max(waitMs, 0), maxWaitMs);
}

// the three forms of RFC 9110, 5.6.7; Date.parse alone would read far more as a date
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;
const rfc850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/u;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/u;

function untilDate(text: string, nowMs: number): number | null {
  const isDate = imfFixdate.test(text) || rfc850.test(text) || asctime.test(text);
  const at = isDate ? Date.parse(asctime.test(text) ? `${text} GMT` : text) : Number.NaN;
  return Number.isNaN(at) ? null : at - nowMs;
}
