import type { Queryable } from "@shipment-tracking/postgres";

export interface KeyUses {
  readonly keyIds: readonly string[];
  /** How long ago each key was used, in ms: the time itself is the database's, clocks differ. */
  readonly agesMs: readonly number[];
}

/** Moves the keys' last use forward, each by a minute or more: several processes together still write once a minute. */
export async function upsertKeyUses(db: Queryable, uses: KeyUses): Promise<void> {
  await db.query({
    name: "upsert-key-uses",
    text: `
      insert into usage.api_key_uses as uses (key_id, last_used_at)
      select used.key_id, now() - used.age_ms * interval '1 millisecond'
      from unnest($1::uuid[], $2::float8[]) as used (key_id, age_ms)
      on conflict (key_id) do update
      set last_used_at = excluded.last_used_at
      where uses.last_used_at <= excluded.last_used_at - interval '1 minute'`,
    values: [uses.keyIds, uses.agesMs],
  });
}
