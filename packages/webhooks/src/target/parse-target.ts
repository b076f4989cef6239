import { isIP } from "node:net";
import { isLoopbackName, isPublicName } from "./host-name.ts";

/** What configuration allows beyond `https` to public addresses on ports 443 and 8443 (05-webhooks, "Unsafe targets"). */
export interface TargetRules {
  /** Plain `http`, on port 80 and the allowed ports: development and tests. */
  readonly allowHttp: boolean;
  /** 127.0.0.0/8, ::1 and `localhost`: development and tests. */
  readonly allowLoopback: boolean;
  readonly ports: readonly number[] | "any";
}

export const defaultTargetRules: TargetRules = {
  allowHttp: false,
  allowLoopback: false,
  ports: [443, 8443],
};

export type TargetRefusalCode =
  | "invalid_url"
  | "url_too_long"
  | "scheme_not_allowed"
  | "user_info_not_allowed"
  | "fragment_not_allowed"
  | "port_not_allowed"
  | "host_not_allowed"
  | "no_public_address";

export interface TargetRefusal {
  readonly outcome: "unsafe";
  readonly code: TargetRefusalCode;
  /** For the person who entered the target; says nothing about addresses. */
  readonly sentence: string;
}

const targetMaxLength = 2048;

export interface ParsedTarget {
  readonly outcome: "parsed";
  readonly url: URL;
  readonly port: number;
  /** What to resolve or dial: without the brackets of an IPv6 literal. */
  readonly host: string;
  readonly kind: "name" | "loopback_name" | "literal";
}

/** All that can be decided about a target without asking a name server. */
export function parseTarget(text: string, rules: TargetRules): ParsedTarget | TargetRefusal {
  if (text.length > targetMaxLength) return refuse("url_too_long");
  const url = parseUrl(text);
  if (url === null) return refuse("invalid_url");
  if (url.href.length > targetMaxLength) return refuse("url_too_long");
  const allowedScheme = url.protocol === "https:" || (rules.allowHttp && url.protocol === "http:");
  if (!allowedScheme) return refuse("scheme_not_allowed");
  if (url.username !== "" || url.password !== "" || hasAtSign(text)) {
    return refuse("user_info_not_allowed");
  }
  if (text.includes("#")) return refuse("fragment_not_allowed");
  const port = portOf(url);
  if (!isAllowedPort(port, url, rules)) return refuse("port_not_allowed");
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  const kind = kindOf(host, rules);
  return kind === null ? refuse("host_not_allowed") : { outcome: "parsed", url, port, host, kind };
}

export function refuse(code: TargetRefusalCode): TargetRefusal {
  return { outcome: "unsafe", code, sentence: sentences[code] };
}

const sentences: Record<TargetRefusalCode, string> = {
  invalid_url: "This is not a complete URL such as https://example.com/webhooks.",
  url_too_long: `The URL is longer than ${String(targetMaxLength)} characters.`,
  scheme_not_allowed: "The URL must begin with https://.",
  user_info_not_allowed: "The URL must not contain a user name or password; use a header instead.",
  fragment_not_allowed: "The URL must not contain a fragment (#).",
  port_not_allowed: "This port is not allowed; use 443 or 8443.",
  host_not_allowed:
    "This host name is not allowed; use a public host name without a dot at its end.",
  no_public_address: "The host has no public internet address that webhooks can be sent to.",
};

// the URL parser would silently drop tabs and line breaks, trim blanks and turn backslashes round
const silentlyChanged = /[\p{Cc}\p{Z}\\]/u;
// what almost every target consists of: it needs no look at Unicode properties
const plainText = /^[!-[\]-~]+$/u;

function parseUrl(text: string): URL | null {
  // `https:example.com` is read as if its slashes were there
  const complete = /^https?:\/\/[^/]/iu.test(text) || !/^https?:/iu.test(text);
  const asWritten = plainText.test(text) || !silentlyChanged.test(text);
  if (!asWritten || !complete || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.hostname === "" && url.protocol.startsWith("http") ? null : url;
}

// an empty user name (`https://@host`) leaves no trace in the parsed URL
function hasAtSign(text: string): boolean {
  return /^[^/]*\/\/[^/?#]*@/u.test(text);
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function isAllowedPort(port: number, url: URL, rules: TargetRules): boolean {
  if (url.protocol === "http:" && port === 80) return true;
  return rules.ports === "any" || rules.ports.includes(port);
}

function kindOf(host: string, rules: TargetRules): ParsedTarget["kind"] | null {
  if (isIP(host) !== 0) return "literal";
  if (isLoopbackName(host)) return rules.allowLoopback ? "loopback_name" : null;
  return isPublicName(host) ? "name" : null;
}
