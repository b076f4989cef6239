import type { Instant } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { sessionHash, type SignedIn } from "./sessions.ts";

export interface OwnSession {
  readonly id: string;
  /** The one of the request. */
  readonly current: boolean;
  readonly startedAt: Instant;
  /** To the minute. */
  readonly lastSeenAt: Instant;
  /** When it ends at the latest. */
  readonly expiresAt: Instant;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Sessions of the user that are not over, the one used last first. */
export async function listOwnSessions(
  db: Queryable,
  user: Pick<SignedIn, "userId" | "sessionId">,
): Promise<readonly OwnSession[]> {
  const { rows } = await db.query<OwnSession>({
    name: "list_own_sessions",
    text: `
      select sessions.id, sessions.id_hash = $2 as current, sessions.created_at as "startedAt",
        sessions.last_seen_at as "lastSeenAt", sessions.expires_at as "expiresAt", host(sessions.address) as address,
        sessions.user_agent as "userAgent"
      from write.sessions
      where sessions.user_id = $1
        and sessions.expires_at > now()
        and sessions.last_seen_at > now() - interval '30 minutes'
      order by sessions.id_hash = $2 desc, sessions.last_seen_at desc
      limit 100`,
    values: [user.userId, sessionHash(user.sessionId)],
  });
  return rows;
}

export async function updateOwnName(db: Queryable, userId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "update_own_name",
    text: `
      update write.users
      set name = $2
      where users.id = $1
        and users.name <> $2`,
    values: [userId, name],
  });
  return rowCount === 1;
}
