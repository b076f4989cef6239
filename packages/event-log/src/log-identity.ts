import type { Queryable } from "@shipment-tracking/postgres";

/**
 * Identity of this log: `ce_source` of its records in the topic. A log that went back to a backup gets a new one, so that the
 * records of the lost future are strangers to it.
 */
export async function readLogIdentity(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ readonly id: string }>({
    name: "read_log_identity",
    text: `
      select log_identity.id
      from write.log_identity`,
    values: [],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The log has no identity: run `tracking migrate`");
  return row.id;
}
