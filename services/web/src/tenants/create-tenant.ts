import type { Actor, Position } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { deleteSessionsOfTenant } from "../auth/sessions.ts";
import { appendOne, headOf } from "../commands/append-one.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import { currentInstant, newTenantId } from "../ids.ts";
import { cleanText } from "../validation/clean-text.ts";
import { insertTenant, lockTenant, updateTenantActive } from "./tenant-rows.ts";

export interface NewTenant {
  /** A new one when absent. */
  readonly id?: TenantId;
  readonly name: string;
  readonly actor: Actor;
}

export type CreateTenantOutcome =
  | { readonly outcome: "created"; readonly tenantId: TenantId; readonly position: Position }
  | { readonly outcome: "refused"; readonly reason: string };

/** Makes an active tenant. Throws when the given id exists. */
export async function createTenant(pool: Pool, tenant: NewTenant): Promise<CreateTenantOutcome> {
  const cleaned = cleanText(tenant.name, { max: 200 });
  if (!cleaned.ok) return { outcome: "refused", reason: `The name ${cleaned.reason}.` };
  if (cleaned.text === "") return { outcome: "refused", reason: "The name must not be blank." };
  const name = cleaned.text;
  const tenantId = tenant.id ?? newTenantId();
  const now = currentInstant();
  const position = await inRepeatedTransaction(pool, async (tx) => {
    await insertTenant(tx, { id: tenantId, name, createdAt: now });
    return appendOne(
      tx,
      { tenantId, actor: tenant.actor, now },
      { streamId: tenantId, expectedVersion: 0, event: { type: "tenant.created", name } },
    );
  });
  return { outcome: "created", tenantId, position };
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
    return appendOne(
      tx,
      { tenantId, actor: change.actor, now: currentInstant() },
      {
        streamId: tenantId,
        expectedVersion: tenant.version,
        event: { type: change.active ? "tenant.activated" : "tenant.deactivated" },
      },
    );
  });
}
