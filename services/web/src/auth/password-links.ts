import { createHash, randomBytes } from "node:crypto";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";

/** `set_up`: the first password of a new user; `reset`: a new one for somebody who has lost it. */
export type LinkPurpose = "set_up" | "reset";

/** Whose password a link may set. */
export interface LinkOwner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly tenantId: TenantId;
  readonly purpose: LinkPurpose;
}

const tokenShape = /^[A-Za-z0-9_-]{43}$/;
const lifetimes: Readonly<Record<LinkPurpose, string>> = { reset: "30 minutes", set_up: "7 days" };

/** Makes a link's token: 256 random bits as base64url, of which only the SHA-256 is stored. It works once, by the database's clock. */
export async function insertLink(
  db: Queryable,
  userId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.query({
    name: "insert_password_link",
    text: `
      insert into write.password_links (token_hash, user_id, purpose, created_at, expires_at)
      values ($1, $2, $3, now(), now() + $4::interval)`,
    values: [hashOf(token), userId, purpose, lifetimes[purpose]],
  });
  return token;
}

/** Null for a token that is unknown, used, expired, or of somebody who may not sign in. The link stays as it is. */
export async function findLinkOwner(db: Queryable, token: string): Promise<LinkOwner | null> {
  if (!tokenShape.test(token)) return null;
  const { rows } = await db.query<OwnerRow>({
    name: "find_link_owner",
    text: `
      select users.id, users.email, users.name, users.tenant_id, password_links.purpose
      from write.password_links
      join write.users on users.id = password_links.user_id
      join write.tenants on tenants.id = users.tenant_id
      where password_links.token_hash = $1
        and password_links.expires_at > now()
        and users.active
        and tenants.active`,
    values: [hashOf(token)],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { id, email, name, tenant_id, purpose } = row;
  return { userId: id, email, name, tenantId: tenant_id, purpose };
}

/** Uses the link up: false when somebody was faster. Two that use it at the same time wait for each other. */
export async function spendLink(tx: Queryable, token: string): Promise<boolean> {
  const { rows } = await tx.query({
    name: "spend_password_link",
    text: `
      delete from write.password_links
      where password_links.token_hash = $1
        and password_links.expires_at > now()
      returning password_links.user_id`,
    values: [hashOf(token)],
  });
  return rows.length > 0;
}

/** Links of the user that still work and serve the purpose. */
export async function countLinks(
  db: Queryable,
  userId: string,
  purpose: LinkPurpose,
): Promise<number> {
  const { rows } = await db.query<{ readonly count: number }>({
    name: "count_password_links",
    text: `
      select count(*)::int4 as count
      from write.password_links
      where password_links.user_id = $1
        and password_links.purpose = $2
        and password_links.expires_at > now()`,
    values: [userId, purpose],
  });
  return rows[0]?.count ?? 0;
}

export async function deleteLinksOfUser(db: Queryable, userId: string): Promise<void> {
  await db.query({
    name: "delete_password_links_of_user",
    text: `
      delete from write.password_links
      where password_links.user_id = $1`,
    values: [userId],
  });
}

export async function deleteExpiredLinks(db: Queryable): Promise<void> {
  await db.query({
    name: "delete_expired_password_links",
    text: `
      delete from write.password_links
      where password_links.expires_at < now()`,
  });
}

interface OwnerRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly tenant_id: TenantId;
  readonly purpose: LinkPurpose;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}
