import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Role } from "./roles.ts";

/** A user who may sign in, by e-mail address in any case; null for unknown and inactive users and those of inactive tenants. */
export interface Login {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant: { readonly id: TenantId; readonly name: string };
  readonly passwordHash: string | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant_id: TenantId;
  readonly tenant_name: string;
  readonly password_hash: string | null;
}

export async function findLogin(db: Queryable, email: string): Promise<Login | null> {
  const { rows } = await db.query<Row>({
    name: "find_login",
    text: `
      select users.id, users.name, users.email, users.role, users.tenant_id, tenants.name as tenant_name, users.password_hash
      from write.users
      join write.tenants on tenants.id = users.tenant_id
      where lower(users.email) = lower($1)
        and users.active
        and tenants.active`,
    values: [email],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    userId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    passwordHash: row.password_hash,
  };
}

/**
 * Holds the user and the tenant as they are until the transaction ends; false when the password or the right to sign in has gone since `findLogin`. A
 * session can so never begin behind the back of a reset or deactivation, which ends the sessions that it finds.
 */
export async function holdLogin(tx: Queryable, login: Login): Promise<boolean> {
  const { rows } = await tx.query({
    name: "hold_login",
    text: `
      select users.id
      from write.users
      join write.tenants on tenants.id = users.tenant_id
      where users.id = $1
        and users.password_hash = $2
        and users.active
        and tenants.active
      for share`,
    values: [login.userId, login.passwordHash],
  });
  return rows.length > 0;
}
