import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { type AuditOrigin, recordAudit } from "../audit/record-audit.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import { deleteLinksOfUser, findLinkOwner, type LinkOwner, spendLink } from "./password-links.ts";
import { hashPassword, passwordFault } from "./passwords.ts";
import { deleteSessionsOfUser, type SignedIn } from "./sessions.ts";

export type SetPasswordOutcome =
  | { readonly outcome: "set" }
  /** The link is unknown, used, expired, or of somebody who may not sign in: nobody is told which. */
  | { readonly outcome: "no_such_link" }
  /** `reason` continues a sentence that begins with the field's name; the link still works. */
  | { readonly outcome: "refused"; readonly reason: string };

export type ChangePasswordOutcome =
  | Exclude<SetPasswordOutcome, { readonly outcome: "no_such_link" }>
  | { readonly outcome: "too_late" };

/** Sets a password with the token of a set-up or reset link, which is then used up like all others of the user; ends all of the user's sessions. */
export async function setPasswordByLink(
  pool: Pool,
  { token, password }: { readonly token: string; readonly password: string },
  origin: AuditOrigin,
): Promise<SetPasswordOutcome> {
  const owner = await findLinkOwner(pool, token);
  if (owner === null) return { outcome: "no_such_link" };
  const fault = passwordFault(password, owner);
  if (fault !== null) return { outcome: "refused", reason: fault };
  const passwordHash = await hashPassword(password);
  return inRepeatedTransaction(pool, async (tx) => {
    const { userId } = owner;
    const spent =
      (await updatePassword(tx, { userId, passwordHash })) && (await spendLink(tx, token));
    if (!spent) throw new LinkGone("the link was used or its user deactivated meanwhile");
    await deleteLinksOfUser(tx, owner.userId);
    await deleteSessionsOfUser(tx, owner.userId);
    await recordAudit(tx, [auditOf(owner, origin, { by: owner.purpose })]);
    return { outcome: "set" } as const;
  }).catch(linkGone);
}

/**
 * Changes the password of a signed-in user, whose other sessions end. `provenHash` is the hash that the current password was found to fit: when
 * it has gone meanwhile, by a reset for example, the change is too late.
 */
export async function changeOwnPassword(
  pool: Pool,
  change: { readonly user: SignedIn; readonly provenHash: string; readonly password: string },
  origin: AuditOrigin,
): Promise<ChangePasswordOutcome> {
  const { user, provenHash, password } = change;
  const fault = passwordFault(password, user);
  if (fault !== null) return { outcome: "refused", reason: fault };
  const passwordHash = await hashPassword(password);
  return inRepeatedTransaction(pool, async (tx) => {
    if (!(await updatePassword(tx, { userId: user.userId, passwordHash, provenHash }))) {
      return { outcome: "too_late" } as const;
    }
    await deleteLinksOfUser(tx, user.userId);
    await deleteSessionsOfUser(tx, user.userId, user.sessionId);
    const owner = { userId: user.userId, tenantId: user.tenant.id };
    await recordAudit(tx, [auditOf(owner, origin, { by: "user" })]);
    return { outcome: "set" } as const;
  });
}

/** Rolls the password back that was written first, so that a reset and a sign-in lock the user's row in the same order. */
class LinkGone extends Error {
  override readonly name = "LinkGone";
}

function linkGone(error: unknown): SetPasswordOutcome {
  if (error instanceof LinkGone) return { outcome: "no_such_link" };
  throw error;
}

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** Only if this is still the hash of the password. */
  readonly provenHash?: string;
}

/** False when the user is not active or has another password by now. */
async function updatePassword(tx: Queryable, change: NewPassword): Promise<boolean> {
  const { rows } = await tx.query({
    name: "update_password",
    text: `
      update write.users
      set password_hash = $2
      where users.id = $1
        and users.active
        and ($3::text is null or users.password_hash = $3)
      returning users.id`,
    values: [change.userId, change.passwordHash, change.provenHash ?? null],
  });
  return rows.length > 0;
}

function auditOf(
  owner: Pick<LinkOwner, "userId" | "tenantId">,
  origin: AuditOrigin,
  details: { readonly by: "user" | LinkOwner["purpose"] },
) {
  return {
    tenantId: owner.tenantId,
    actor: { kind: "user", id: owner.userId },
    action: "password.changed",
    subject: { type: "user", id: owner.userId },
    details,
    origin,
  } as const;
}
