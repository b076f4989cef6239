import type { Queryable } from "@shipment-tracking/postgres";
import type { UserRecord } from "./user-rows.ts";

export type Admin = Pick<UserRecord, "id" | "name" | "email">;

/** The active administrators of a tenant, those who were there first first; none of an inactive tenant. */
export async function listActiveAdmins(db: Queryable, tenantId: string): Promise<readonly Admin[]> {
  const { rows } = await db.query<Admin>({
    name: "list_active_admins",
    text: `
      select users.id, users.name, users.email
      from write.users
      join write.tenants on tenants.id = users.tenant_id
      where users.tenant_id = $1
        and users.role = 'admin'
        and users.active
        and tenants.active
      order by users.created_at, users.id`,
    values: [tenantId],
  });
  return rows;
}
