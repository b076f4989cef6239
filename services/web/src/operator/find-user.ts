import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Role } from "../auth/roles.ts";

/** A user of any tenant. */
export interface FoundUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  /** Invited and without a password as yet. */
  readonly invited: boolean;
  readonly tenant: { readonly id: TenantId; readonly name: string; readonly active: boolean };
}

interface UserRow extends Omit<FoundUser, "tenant"> {
  readonly tenant_id: TenantId;
  readonly tenant_name: string;
  readonly tenant_active: boolean;
}

/** The user with this e-mail address, in any case; an address can have one user only, over all tenants. */
export async function findUserByEmail(db: Queryable, email: string): Promise<FoundUser | null> {
  const { rows } = await db.query<UserRow>({
    text: `
      select users.id, users.email, users.name, users.role, users.active, users.password_hash is null as invited,
        users.tenant_id, tenants.name as tenant_name, tenants.active as tenant_active
      from write.users
      join write.tenants on tenants.id = users.tenant_id
      where lower(users.email) = lower($1)`,
    values: [email],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { tenant_id: id, tenant_name: name, tenant_active: active, ...user } = row;
  return { ...user, tenant: { id, name, active } };
}
