import type { Queryable } from "@shipment-tracking/postgres";

/** Keeps the next piece of an upload. */
export async function insertChunk(
  db: Queryable,
  importId: string,
  chunk: { readonly seq: number; readonly bytes: Buffer },
): Promise<void> {
  await db.query({
    name: "insert_import_chunk",
    text: `
      insert into write.import_chunks (import_id, seq, bytes)
      values ($1, $2, $3)`,
    values: [importId, chunk.seq, chunk.bytes],
  });
}

interface ChunkRow {
  readonly bytes: Buffer;
}

/** The pieces of an upload in order, one in memory at a time. */
export async function* readChunks(db: Queryable, importId: string): AsyncGenerator<Buffer> {
  for (let seq = 0; ; seq += 1) {
    const { rows } = await db.query<ChunkRow>({
      name: "read_import_chunk",
      text: `
        select import_chunks.bytes
        from write.import_chunks
        where import_chunks.import_id = $1
          and import_chunks.seq = $2`,
      values: [importId, seq],
    });
    const [row] = rows;
    if (row === undefined) return;
    yield row.bytes;
  }
}
