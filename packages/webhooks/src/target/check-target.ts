import { parseTarget, refuse, type TargetRefusal, type TargetRules } from "./parse-target.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { remembering } from "./remembering.ts";
import type { Resolve } from "./resolver.ts";

/** A target that may be dialled: at these addresses and no others. */
export interface SafeTarget {
  readonly outcome: "safe";
  readonly url: URL;
  readonly port: number;
  /** At least one, IPv4 first; each was checked. */
  readonly addresses: readonly string[];
}

/**
 * The host name leads nowhere now; that can pass. An unknown name has the code and the sentence of a name that leads to private
 * addresses, so that nobody can find out by trying which inner names exist.
 */
interface UnresolvedTarget {
  readonly outcome: "unresolved";
  readonly code: "no_public_address" | "no_dns_answer";
  readonly sentence: string;
}

export type TargetCheck = SafeTarget | UnresolvedTarget | TargetRefusal;

export interface TargetContext {
  readonly rules: TargetRules;
  readonly resolve: Resolve;
}

/**
 * Decides whether webhooks may be sent to a target: on create, change, test and every attempt. A name is resolved once, every
 * address must be allowed (one private address among public ones refuses the target), and whoever sends dials one of the
 * returned addresses without asking a name server again.
 */
export async function checkTarget(text: string, context: TargetContext): Promise<TargetCheck> {
  const parsed = parserOf(context.rules)(text);
  if (parsed.outcome === "unsafe") return parsed;
  const { url, port, host, kind } = parsed;
  const addresses = kind === "name" ? await ask(context.resolve, host) : addressesOf(host, kind);
  if (addresses === null) return { outcome: "unresolved", ...noAnswer };
  if (addresses.length === 0) {
    return { outcome: "unresolved", code: "no_public_address", sentence: noAddress.sentence };
  }
  const allowed = addresses.every((address) => isAllowedAddress(address, context.rules));
  return allowed ? { outcome: "safe", url, port, addresses } : noAddress;
}

// what a text or an address is never changes, and each attempt asks again: 10 µs, a tenth of what sending it takes
const parsers = new WeakMap<TargetRules, (text: string) => ReturnType<typeof parseTarget>>();
const isPublic = remembering(isPublicAddress, 1_000);
const isLoopback = remembering(isLoopbackAddress, 1_000);

function parserOf(rules: TargetRules): (text: string) => ReturnType<typeof parseTarget> {
  const known = parsers.get(rules);
  if (known !== undefined) return known;
  const parser = remembering((text) => parseTarget(text, rules), 1_000);
  parsers.set(rules, parser);
  return parser;
}

const noAddress = refuse("no_public_address");
const noAnswer = {
  code: "no_dns_answer",
  sentence: "The name servers of the host gave no answer.",
} as const;

function addressesOf(host: string, kind: "loopback_name" | "literal"): readonly string[] {
  return kind === "literal" ? [host] : ["127.0.0.1", "::1"];
}

async function ask(resolve: Resolve, host: string): Promise<readonly string[] | null> {
  try {
    return await resolve(host);
  } catch {
    return null;
  }
}

function isAllowedAddress(address: string, rules: TargetRules): boolean {
  return isPublic(address) || (rules.allowLoopback && isLoopback(address));
}
