import type { Instant } from "@shipment-tracking/domain";
import { cleanEmail } from "../auth/email-field.ts";
import type { Role } from "../auth/roles.ts";
import { currentInstant } from "../ids.ts";
import type { Invitation } from "../people/invite-user.ts";
import { parseInstant } from "../times.ts";
import { cleanText } from "../validation/clean-text.ts";

export type OperatorInput<Value> =
  | { readonly ok: true; readonly value: Value }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

export interface GivenInvitation {
  readonly email: string;
  /** Absent: what stands before the @. */
  readonly name?: string | undefined;
  readonly role: Role;
}

/** A new user as entered on a command line, by the rules of the web application's form. */
export function readInvitation(given: GivenInvitation): OperatorInput<Invitation> {
  const email = cleanEmail(given.email);
  if (email === null) {
    return { ok: false, reason: `${given.email} is not a valid e-mail address.` };
  }
  const name = readName(given.name ?? email.slice(0, email.indexOf("@")), 200);
  return name.ok ? { ok: true, value: { email, name: name.value, role: given.role } } : name;
}

/** The name of an API key. */
export function readKeyName(given: string): OperatorInput<string> {
  return readName(given, 100);
}

/** When an API key ends: a time with an offset that is still to come. */
export function readKeyExpiry(given: string): OperatorInput<Instant> {
  const parsed = parseInstant(given);
  if (!parsed.ok) return { ok: false, reason: `The expiry ${parsed.reason}.` };
  return parsed.instant > currentInstant()
    ? { ok: true, value: parsed.instant }
    : { ok: false, reason: "The expiry must lie in the future." };
}

function readName(given: string, max: number): OperatorInput<string> {
  const cleaned = cleanText(given, { max });
  if (!cleaned.ok) return { ok: false, reason: `The name ${cleaned.reason}.` };
  if (cleaned.text === "") return { ok: false, reason: "The name must not be blank." };
  return { ok: true, value: cleaned.text };
}
