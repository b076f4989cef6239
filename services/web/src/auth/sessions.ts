import { createHash, randomBytes } from "node:crypto";
import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Role } from "./roles.ts";

/** Who is behind a session. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant: { readonly id: TenantId; readonly name: string };
}

const idShape = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits as base64url. Only its SHA-256 is stored. */
export function newSessionId(): string {
  return randomBytes(32).toString("base64url");
}

/** Whose a session is, and what its owner recognises it by in a list. */
export interface SessionOwner {
  readonly userId: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Starts a session: it ends 12 hours from now, or 30 minutes after the last request, by the database's clock. */
export async function insertSession(
  db: Queryable,
  sessionId: string,
  { userId, address, userAgent }: SessionOwner,
): Promise<void> {
  await db.query({
    name: "insert_session",
    text: `
      insert into write.sessions (id_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
      values ($1, $2, now(), now(), now() + interval '12 hours', $3::inet, $4)`,
    values: [sessionHash(sessionId), userId, address, userAgent],
  });
}

/** Ends a session; an unknown one has ended already. */
export async function deleteSession(db: Queryable, sessionId: string): Promise<void> {
  if (!idShape.test(sessionId)) return;
  await db.query({
    name: "delete_session",
    text: `
      delete from write.sessions
      where sessions.id_hash = $1`,
    values: [sessionHash(sessionId)],
  });
}

/** Ends all sessions of a user but the given one. */
export async function deleteSessionsOfUser(
  db: Queryable,
  userId: string,
  keptSessionId: string | null = null,
): Promise<void> {
  await db.query({
    name: "delete_sessions_of_user",
    text: `
      delete from write.sessions
      where sessions.user_id = $1
        and sessions.id_hash is distinct from $2`,
    values: [userId, keptSessionId === null ? null : sessionHash(keptSessionId)],
  });
}

/** Ends all sessions of a tenant's users. */
export async function deleteSessionsOfTenant(db: Queryable, tenantId: TenantId): Promise<void> {
  await db.query({
    name: "delete_sessions_of_tenant",
    text: `
      delete from write.sessions
      using write.users
      where users.id = sessions.user_id
        and users.tenant_id = $1`,
    values: [tenantId],
  });
}

/** Null when the session is unknown or over, or its user or tenant no longer active: then it is ended for good. */
export async function resumeSession(db: Queryable, sessionId: string): Promise<SignedIn | null> {
  if (!idShape.test(sessionId)) return null;
  const row = await findSession(db, sessionId);
  if (row === null) return null;
  if (!row.alive) {
    await deleteSession(db, sessionId);
    return null;
  }
  // once a minute is enough for an idle limit of half an hour, and most requests then only read
  if (row.stale) await touchSession(db, sessionId);
  return {
    sessionId,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    tenant: { id: row.tenant_id, name: row.tenant_name },
  };
}

interface SessionRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly tenant_id: TenantId;
  readonly tenant_name: string;
  readonly alive: boolean;
  readonly stale: boolean;
}

async function findSession(db: Queryable, sessionId: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>({
    name: "find_session",
    text: `
      select users.id as user_id, users.name, users.email, users.role, tenants.id as tenant_id, tenants.name as tenant_name,
        users.active
          and tenants.active
          and sessions.expires_at > now()
          and sessions.last_seen_at > now() - interval '30 minutes' as alive,
        sessions.last_seen_at < now() - interval '1 minute' as stale
      from write.sessions
      join write.users on users.id = sessions.user_id
      join write.tenants on tenants.id = users.tenant_id
      where sessions.id_hash = $1`,
    values: [sessionHash(sessionId)],
  });
  return rows[0] ?? null;
}

async function touchSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query({
    name: "touch_session",
    text: `
      update write.sessions
      set last_seen_at = now()
      where sessions.id_hash = $1`,
    values: [sessionHash(sessionId)],
  });
}

/** What is stored of a session id. */
export function sessionHash(sessionId: string): Buffer {
  return createHash("sha256").update(sessionId, "utf8").digest();
}
