/** An endpoint's own header, sent with every attempt: `authorization` for example. */
export interface CustomHeader {
  readonly name: string;
  readonly value: string;
}

export type CustomHeadersCheck =
  | { readonly outcome: "valid" }
  | {
      readonly outcome: "invalid";
      /** Which of the given headers, from 0; null when it is their number. */
      readonly index: number | null;
      readonly code:
        | "too_many"
        | "invalid_name"
        | "reserved_name"
        | "repeated_name"
        | "invalid_value"
        | "too_long";
      readonly sentence: string;
    };

export const customHeadersMax = 10;
const nameMaxLength = 64;
const valueMaxLength = 1024;

/** Validates the headers of an endpoint when they are written (05-webhooks, "Body and headers"). */
export function checkCustomHeaders(headers: readonly CustomHeader[]): CustomHeadersCheck {
  if (headers.length > customHeadersMax) return invalid("too_many", null);
  const seen = new Set<string>();
  for (const [index, { name, value }] of headers.entries()) {
    const lower = name.toLowerCase();
    const code = seen.has(lower) ? "repeated_name" : (nameFault(lower) ?? valueFault(value));
    if (code !== null) return invalid(code, index);
    seen.add(lower);
  }
  return { outcome: "valid" };
}

type Fault = Extract<CustomHeadersCheck, { outcome: "invalid" }>["code"];

function invalid(code: Fault, index: number | null): CustomHeadersCheck {
  return { outcome: "invalid", index, code, sentence: sentences[code] };
}

const sentences: Record<Fault, string> = {
  too_many: `An endpoint can have at most ${String(customHeadersMax)} headers.`,
  invalid_name: "A header name consists of letters, digits and hyphens.",
  reserved_name: "This header is set by the service or belongs to the connection.",
  repeated_name: "Each header can be given once.",
  invalid_value: "A header value must be printable Latin-1 text without blanks at its ends.",
  too_long: `A header name has at most ${String(nameMaxLength)} characters, a value ${String(valueMaxLength)}.`,
};

function nameFault(lower: string): Fault | null {
  if (lower.length > nameMaxLength) return "too_long";
  // of the token characters of RFC 9110 those that every receiver's framework keeps apart
  if (!/^[a-z0-9][a-z0-9_-]*$/u.test(lower)) return "invalid_name";
  return isReserved(lower) ? "reserved_name" : null;
}

function valueFault(value: string): Fault | null {
  if (value.length > valueMaxLength) return "too_long";
  return /^[\u0021-\u007e\u00a1-\u00ff](?:[\u0020-\u007e\u00a0-\u00ff]*[\u0021-\u007e\u00a1-\u00ff])?$/u.test(
    value,
  )
    ? null
    : "invalid_value";
}

function isReserved(lower: string): boolean {
  return reservedNames.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix));
}

const reservedPrefixes = ["webhook-", "webhook_", "proxy-", "sec-", "access-control-"];

// what the service sets itself, what frames a message or belongs to one connection (RFC 9110, 7.6.1), and what
// frameworks read in place of another header
const reservedNames = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "cookie",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "range",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-http-method-override",
]);
