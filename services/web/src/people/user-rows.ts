import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Role } from "../auth/roles.ts";
import type { AnswerOf } from "../openapi/schemas/parts.ts";
import type { user } from "../openapi/schemas/session.ts";

/** A user as administrators see them. */
export type UserRecord = AnswerOf<typeof user>;

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  readonly invited: boolean;
  readonly created_at: Instant;
}

const columns =
  "users.id, users.name, users.email, users.role, users.active, users.password_hash is null as invited, users.created_at";

/** The tenant's users in the order of their creation, deactivated ones included. */
export async function listUsers(db: Queryable, tenantId: TenantId): Promise<readonly UserRecord[]> {
  const { rows } = await db.query<UserRow>({
    name: "list_users",
    text: `
      select ${columns}
      from write.users
      where users.tenant_id = $1
      order by users.created_at, users.id`,
    values: [tenantId],
  });
  return rows.map(recordOf);
}

/** Null when the e-mail address is taken, by whomever. */
export async function insertInvitedUser(
  tx: Queryable,
  tenantId: TenantId,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly role: Role },
): Promise<UserRecord | null> {
  const { rows } = await tx.query<UserRow>({
    name: "insert_invited_user",
    text: `
      insert into write.users (id, tenant_id, email, name, role, active, created_at)
      values ($1, $2, $3, $4, $5, true, now())
      on conflict (lower(email)) do nothing
      returning ${columns}`,
    values: [user.id, tenantId, user.email, user.name, user.role],
  });
  return rows[0] === undefined ? null : recordOf(rows[0]);
}

/** Locks the tenant's user with this e-mail address who is invited and has no password yet; null when there is none. */
export async function lockInvitedUser(
  tx: Queryable,
  tenantId: TenantId,
  email: string,
): Promise<UserRecord | null> {
  const { rows } = await tx.query<UserRow>({
    name: "lock_invited_user",
    text: `
      select ${columns}
      from write.users
      where users.tenant_id = $1
        and lower(users.email) = lower($2)
        and users.password_hash is null
        and users.active
      for no key update`,
    values: [tenantId, email],
  });
  return rows[0] === undefined ? null : recordOf(rows[0]);
}

/**
 * Locks a user and the tenant's administrators, in the order of their ids: of two changes that would together leave no administrator the second
 * one sees what the first has done.
 */
export async function lockUserAndAdmins(
  tx: Queryable,
  tenantId: TenantId,
  userId: string,
): Promise<{ readonly user: UserRecord | null; readonly admins: readonly UserRecord[] }> {
  const { rows } = await tx.query<UserRow>({
    name: "lock_user_and_admins",
    text: `
      select ${columns}
      from write.users
      where users.tenant_id = $1
        and (users.id = $2 or (users.role = 'admin' and users.active))
      order by users.id
      for no key update`,
    values: [tenantId, userId],
  });
  const users = rows.map(recordOf);
  return {
    user: users.find((one) => one.id === userId) ?? null,
    admins: users.filter((one) => one.role === "admin" && one.active),
  };
}

export async function updateUser(
  tx: Queryable,
  tenantId: TenantId,
  user: Pick<UserRecord, "id" | "name" | "role" | "active">,
): Promise<void> {
  await tx.query({
    name: "update_user",
    text: `
      update write.users
      set name = $3,
        role = $4,
        active = $5
      where users.tenant_id = $1
        and users.id = $2`,
    values: [tenantId, user.id, user.name, user.role, user.active],
  });
}

function recordOf(row: UserRow): UserRecord {
  const { created_at: createdAt, ...user } = row;
  return { ...user, createdAt };
}
