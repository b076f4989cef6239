import type { Actor, Position } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { deleteSessionsOfTenant } from "../auth/sessions.ts";
import { appendOne, headOf } from "../commands/append-one.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import { currentInstant, newTenantId } from "../ids.ts";
import { type Invitation, inviteUser } from "../people/invite-user.ts";
import { cleanText } from "../validation/clean-text.ts";
import { insertTenant, lockTenant, updateTenantActive } from "./tenant-rows.ts";

export interface NewTenant {
  /** A new one when absent. */
  readonly id?: TenantId;
  readonly name: string;
  /** Invited in the same transaction; the input is checked before. */
  readonly admin?: Omit<Invitation, "role">;
  readonly actor: Actor;
}

export type CreateTenantOutcome =
  | {
      readonly outcome: "created";
      readonly tenantId: TenantId;
      readonly position: Position;
      /** Null when no administrator was asked for; `token` goes into the set-up link and is not kept. */
      readonly admin: { readonly userId: string; readonly token: string } | null;
    }
  | { readonly outcome: "refused"; readonly reason: string };

/** Makes an active tenant, with its first administrator if wanted: both or neither. Throws when the given id exists. */
export async function createTenant(pool: Pool, tenant: NewTenant): Promise<CreateTenantOutcome> {
  const cleaned = cleanText(tenant.name, { max: 200 });
  if (!cleaned.ok) return { outcome: "refused", reason: `The name ${cleaned.reason}.` };
  if (cleaned.text === "") return { outcome: "refused", reason: "The name must not be blank." };
  const made = { ...tenant, name: cleaned.text, id: tenant.id ?? newTenantId() };
  try {
    return await inRepeatedTransaction(pool, (tx) => insertAll(tx, made));
  } catch (error) {
    if (!(error instanceof AddressTaken)) throw error;
    return { outcome: "refused", reason: "There is a user with this e-mail address already." };
  }
}

/** Rolls the tenant back. */
class AddressTaken extends Error {
  override readonly name = "AddressTaken";
}

async function insertAll(
  tx: Queryable,
  { id: tenantId, name, actor, admin }: NewTenant & { readonly id: TenantId },
): Promise<CreateTenantOutcome> {
  const context = { tenantId, actor, now: currentInstant() };
  await insertTenant(tx, { id: tenantId, name, createdAt: context.now });
  const subject = { type: "tenant", id: tenantId };
  await recordAudit(tx, [
    { tenantId, actor, action: "tenant.created", subject, details: { name } },
  ]);
  const invited =
    admin === undefined ? null : await inviteUser(tx, context, { ...admin, role: "admin" });
  if (invited?.outcome === "taken") throw new AddressTaken();
  const position = await appendOne(tx, context, {
    streamId: tenantId,
    expectedVersion: 0,
    event: { type: "tenant.created", name },
  });
  return {
    outcome: "created",
    tenantId,
    position,
    admin: invited === null ? null : { userId: invited.user.id, token: invited.token },
  };
}

/**
 * Activates or deactivates a tenant; its being so already changes nothing. Deactivation ends the sessions of its users at once, its keys and
 * links as soon as the read model has applied `position`. Null when there is no such tenant.
 */
export async function setTenantActive(
  pool: Pool,
  tenantId: TenantId,
  change: { readonly active: boolean; readonly actor: Actor },
): Promise<Position | null> {
  return inRepeatedTransaction(pool, async (tx) => {
    const tenant = await lockTenant(tx, tenantId);
    if (tenant === null) return null;
    if (tenant.active === change.active) return headOf(tx, tenantId);
    await updateTenantActive(tx, tenantId, change.active);
    if (!change.active) await deleteSessionsOfTenant(tx, tenantId);
    const type = change.active ? "tenant.activated" : "tenant.deactivated";
    const subject = { type: "tenant", id: tenantId };
    await recordAudit(tx, [{ tenantId, actor: change.actor, action: type, subject }]);
    return appendOne(
      tx,
      { tenantId, actor: change.actor, now: currentInstant() },
      {
        streamId: tenantId,
        expectedVersion: tenant.version,
        event: { type },
      },
    );
  });
}
