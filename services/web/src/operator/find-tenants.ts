import type { Instant, TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { isUuid } from "../ids.ts";

/** A tenant as the operator of the installation sees it. */
export interface TenantRecord {
  readonly id: TenantId;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: Instant;
  /** Active users. */
  readonly users: number;
}

interface TenantRow extends Omit<TenantRecord, "createdAt"> {
  readonly created_at: Instant;
}

/** All tenants, in the order of their creation. */
export async function listTenants(db: Queryable): Promise<readonly TenantRecord[]> {
  const { rows } = await db.query<TenantRow>({
    text: `
      ${selectTenants}
      order by tenants.created_at, tenants.id`,
  });
  return rows.map(recordOf);
}

/** Tenants with this id or this name: names need not be unique. */
export async function findTenants(
  db: Queryable,
  idOrName: string,
): Promise<readonly TenantRecord[]> {
  const { rows } = await db.query<TenantRow>({
    text: `
      ${selectTenants}
      where tenants.id = $1
        or tenants.name = $2
      order by tenants.created_at, tenants.id`,
    values: [isUuid(idOrName) ? idOrName : null, idOrName.normalize("NFC").trim()],
  });
  return rows.map(recordOf);
}

const selectTenants = `
      select tenants.id, tenants.name, tenants.active, tenants.created_at,
        (
          select count(*)::int4
          from write.users
          where users.tenant_id = tenants.id
            and users.active
        ) as users
      from write.tenants`;

function recordOf({ id, name, active, created_at: createdAt, users }: TenantRow): TenantRecord {
  return { id, name, active, createdAt, users };
}
