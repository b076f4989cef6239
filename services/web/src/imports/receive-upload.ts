import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { insertChunk } from "./import-chunks.ts";
import { discardImport, insertImport, startImport, type NewImport } from "./import-records.ts";

/** Largest file, in bytes (04-web-api). */
export const maxFileBytes = 20 * 1024 * 1024;

/**
 * Size of the pieces that an upload is kept in, in bytes: what the upload and the import each hold in memory, and what is parsed at once
 * (about 900 lines, 10 ms).
 */
const chunkBytes = 64 * 1024;

export type Received = "received" | "empty" | "too_large";

/**
 * Keeps an upload as it comes in and hands it to the workers when it is complete. Anything else (too large, empty, broken off: then
 * the body's error is thrown on) leaves nothing behind.
 */
export async function receiveUpload(
  db: Queryable,
  upload: NewImport & { readonly tenantId: TenantId },
  body: AsyncIterable<Buffer>,
): Promise<Received> {
  await insertImport(db, upload.tenantId, upload);
  let received: Received | undefined;
  try {
    received = await keepChunks(db, upload.id, body);
    if (received === "received") await startImport(db, upload.tenantId, upload.id);
    return received;
  } finally {
    if (received !== "received") await discardImport(db, upload.tenantId, upload.id);
  }
}

async function keepChunks(
  db: Queryable,
  importId: string,
  body: AsyncIterable<Buffer>,
): Promise<Received> {
  let seq = 0;
  let fileBytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async () => {
    await insertChunk(db, importId, { seq, bytes: Buffer.concat(pending, pendingBytes) });
    seq += 1;
    pending = [];
    pendingBytes = 0;
  };
  for await (const bytes of body) {
    fileBytes += bytes.length;
    if (fileBytes > maxFileBytes) return "too_large";
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes >= chunkBytes) await flush();
  }
  if (pendingBytes > 0) await flush();
  return fileBytes === 0 ? "empty" : "received";
}
