import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { insertLink } from "../auth/password-links.ts";
import type { Role } from "../auth/roles.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { newId } from "../ids.ts";
import { insertInvitedUser, lockInvitedUser, updateUser, type UserRecord } from "./user-rows.ts";

export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export type InviteOutcome =
  /** `token` goes into the set-up link; it is not kept. */
  | {
      readonly outcome: "invited" | "invited_again";
      readonly user: UserRecord;
      readonly token: string;
    }
  | { readonly outcome: "taken" };

/**
 * Makes a user without a password and a set-up link. An address can have one user only, over all tenants. Inviting somebody again who has not set a
 * password yet makes another link and takes over name and role. The input is checked before.
 */
export async function inviteUser(
  tx: Queryable,
  context: CommandContext,
  invitation: Invitation,
): Promise<InviteOutcome> {
  const { tenantId } = context;
  const made = await insertInvitedUser(tx, tenantId, { ...invitation, id: newId() });
  const user = made ?? (await renewInvitation(tx, context, invitation));
  if (user === null) return { outcome: "taken" };
  const token = await insertLink(tx, user.id, "set_up");
  const { email, name, role } = user;
  await recordAudit(tx, [
    {
      tenantId,
      actor: context.actor,
      action: "user.invited",
      subject: { type: "user", id: user.id },
      details: { email, name, role, again: made === null },
      origin: context.origin,
    },
  ]);
  return { outcome: made === null ? "invited_again" : "invited", user, token };
}

async function renewInvitation(
  tx: Queryable,
  { tenantId }: CommandContext,
  { email, name, role }: Invitation,
): Promise<UserRecord | null> {
  const former = await lockInvitedUser(tx, tenantId, email);
  if (former === null) return null;
  const user = { ...former, name, role };
  await updateUser(tx, tenantId, user);
  return user;
}
