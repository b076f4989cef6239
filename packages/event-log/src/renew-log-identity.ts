import type { Queryable } from "@shipment-tracking/postgres";

/** Makes the log another one to whoever has records of it outside of the database. `db`: the owner's. Returns the new id. */
export async function renewLogIdentity(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ readonly id: string }>({
    text: `
      update write.log_identity
      set id = gen_random_uuid(), since = now()
      returning log_identity.id`,
  });
  const [row] = rows;
  if (row === undefined) throw new Error("The log has no identity: run `tracking migrate`");
  return row.id;
}
