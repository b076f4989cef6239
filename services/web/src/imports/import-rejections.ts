import type { Queryable } from "@shipment-tracking/postgres";

/** A line that was not imported, and why. */
export interface RejectedLine {
  readonly line: number;
  readonly error: string;
}

export async function insertRejections(
  db: Queryable,
  importId: string,
  rejections: readonly RejectedLine[],
): Promise<void> {
  if (rejections.length === 0) return;
  await db.query({
    name: "insert_import_rejections",
    text: `
      insert into write.import_rejections (import_id, line, error)
      select $1, rejected.line, rejected.error
      from unnest($2::integer[], $3::text[]) as rejected (line, error)`,
    values: [importId, rejections.map(({ line }) => line), rejections.map(({ error }) => error)],
  });
}

/** The rejected lines after a line, in order. */
export async function listRejections(
  db: Queryable,
  importId: string,
  { afterLine, limit }: { readonly afterLine: number; readonly limit: number },
): Promise<readonly RejectedLine[]> {
  const { rows } = await db.query<RejectedLine>({
    name: "list_import_rejections",
    text: `
      select import_rejections.line, import_rejections.error
      from write.import_rejections
      where import_rejections.import_id = $1
        and import_rejections.line > $2
      order by import_rejections.line
      limit $3`,
    values: [importId, afterLine, limit],
  });
  return rows;
}
