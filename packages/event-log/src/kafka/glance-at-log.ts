import type { Queryable } from "@shipment-tracking/postgres";

export interface Glance {
  readonly logIdentity: string;
  /** Sum of the parts' highest positions. */
  readonly heads: number;
}

/** Whose log it is, and how much is in the parts: cheap enough for several times a second. */
export async function glanceAtLog(db: Queryable, parts: Iterable<number>): Promise<Glance> {
  const { rows } = await db.query<{ readonly log_identity: string | null; readonly heads: number }>(
    {
      name: "glance_at_log",
      text: `
      select
        (select log_identity.id from write.log_identity) as log_identity,
        coalesce(sum(heads.pos), 0)::bigint as heads
      from write.log_head as heads
      where heads.part = any ($1::smallint[])`,
      values: [`{${[...parts].join(",")}}`],
    },
  );
  return { logIdentity: rows[0]?.log_identity ?? "", heads: rows[0]?.heads ?? 0 };
}
