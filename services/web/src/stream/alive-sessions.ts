import type { Queryable } from "@shipment-tracking/postgres";
import { sessionHash } from "../auth/sessions.ts";

/** Those of the sessions that are still good for a request. An open stream does not keep its session from becoming idle. */
export async function aliveSessions(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHash = new Map(sessionIds.map((id) => [sessionHash(id).toString("hex"), id]));
  const { rows } = await db.query<{ readonly hash: string }>({
    name: "alive_sessions",
    text: `
      select encode(sessions.id_hash, 'hex') as hash
      from write.sessions
      join write.users on users.id = sessions.user_id
      join write.tenants on tenants.id = users.tenant_id
      where sessions.id_hash = any($1::bytea[])
        and users.active
        and tenants.active
        and sessions.expires_at > now()
        and sessions.last_seen_at > now() - interval '30 minutes'`,
    values: [sessionIds.map(sessionHash)],
  });
  return new Set(rows.flatMap((row) => byHash.get(row.hash) ?? []));
}
