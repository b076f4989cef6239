import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { insertLink, type LinkPurpose } from "../auth/password-links.ts";
import type { CommandContext } from "../commands/outcome.ts";
import type { FoundUser } from "./find-user.ts";

export interface PasswordLink {
  readonly purpose: LinkPurpose;
  /** Goes into the link; only its SHA-256 is kept. */
  readonly token: string;
}

/** Makes a one-time link with which the user sets a password: the first one within 7 days, another one within 30 minutes. The one in use stays until then. */
export async function makePasswordLink(
  tx: Queryable,
  context: CommandContext,
  user: Pick<FoundUser, "id" | "invited">,
): Promise<PasswordLink> {
  const purpose = user.invited ? "set_up" : "reset";
  const token = await insertLink(tx, user.id, purpose);
  await recordAudit(tx, [
    {
      tenantId: context.tenantId,
      actor: context.actor,
      action: "password.reset_requested",
      subject: { type: "user", id: user.id },
      details: { purpose },
      origin: context.origin,
    },
  ]);
  return { purpose, token };
}
