import type { Rejection } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import { deleteLinksOfUser } from "../auth/password-links.ts";
import { deleteSessionsOfUser } from "../auth/sessions.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { lockUserAndAdmins, updateUser, type UserRecord } from "./user-rows.ts";

export type UserChange = Partial<Pick<UserRecord, "name" | "role" | "active">>;

export type ChangeUserOutcome =
  | { readonly outcome: "changed"; readonly user: UserRecord }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

/**
 * Changes name, role or being active of one of the tenant's users. Another role and deactivation end the user's sessions. A tenant always keeps
 * an administrator who can sign in.
 */
export async function changeUser(
  tx: Queryable,
  context: CommandContext,
  { userId, change }: { readonly userId: string; readonly change: UserChange },
): Promise<ChangeUserOutcome> {
  const { user: before, admins } = await lockUserAndAdmins(tx, context.tenantId, userId);
  if (before === null) return rejected({ kind: "not_found", reason: "Not found" });
  const after = { ...before, ...change };
  if (leavesNoAdmin(admins, after)) {
    const reason = "This is the last administrator: make somebody else one first.";
    return rejected({ kind: "conflict", reason });
  }
  const entries = changesOf(before, after).map((entry) => ({
    ...auditBase(context, userId),
    ...entry,
  }));
  if (entries.length === 0) return { outcome: "changed", user: before };
  await updateUser(tx, context.tenantId, after);
  if (before.role !== after.role || !after.active) await deleteSessionsOfUser(tx, userId);
  if (!after.active) await deleteLinksOfUser(tx, userId);
  await recordAudit(tx, entries);
  return { outcome: "changed", user: after };
}

/** Who has no password yet cannot sign in: such an administrator does not count. */
function leavesNoAdmin(admins: readonly UserRecord[], after: UserRecord): boolean {
  const able = admins.filter((admin) => !admin.invited);
  const stays = after.active && after.role === "admin";
  return able.some(({ id }) => id === after.id) && able.length === 1 && !stays;
}

function changesOf(
  before: UserRecord,
  after: UserRecord,
): readonly Pick<AuditEntry, "action" | "details">[] {
  const entries: Pick<AuditEntry, "action" | "details">[] = [];
  if (before.name !== after.name) {
    entries.push({ action: "user.renamed", details: { from: before.name, to: after.name } });
  }
  if (before.role !== after.role) {
    entries.push({ action: "user.role_changed", details: { from: before.role, to: after.role } });
  }
  if (before.active !== after.active) {
    entries.push({ action: after.active ? "user.activated" : "user.deactivated" });
  }
  return entries;
}

function auditBase({ tenantId, actor, origin }: CommandContext, userId: string) {
  return { tenantId, actor, origin, subject: { type: "user", id: userId } };
}

function rejected(rejection: Rejection): ChangeUserOutcome {
  return { outcome: "rejected", rejection };
}
