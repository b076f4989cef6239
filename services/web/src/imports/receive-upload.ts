import type { TenantId } from "@shipment-tracking/domain";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { type AuditOrigin, recordAudit } from "../audit/record-audit.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import { insertChunk } from "./import-chunks.ts";
import { discardImport, insertImport, startImport, type NewImport } from "./import-records.ts";

/** Largest file, in bytes (04-web-api). */
export const maxFileBytes = 20 * 1024 * 1024;

/**
 * Size of the pieces that an upload is kept in, in bytes: what the upload and the import each hold in memory, and what is parsed at once
 * (about 900 lines, 10 ms).
 */
const chunkBytes = 64 * 1024;

export interface NewUpload extends NewImport {
  readonly tenantId: TenantId;
  readonly origin?: AuditOrigin;
}

export type Received = "received" | "empty" | "too_large";

/**
 * Keeps an upload as it comes in and hands it to the workers when it is complete. Anything else (too large, empty, broken off: then
 * the body's error is thrown on) leaves nothing behind.
 */
export async function receiveUpload(
  db: Pool,
  upload: NewUpload,
  body: AsyncIterable<Buffer>,
): Promise<Received> {
  await insertImport(db, upload.tenantId, upload);
  let received: Received | undefined;
  try {
    received = await keepChunks(db, upload.id, body);
    if (received === "received") {
      await inRepeatedTransaction(db, (tx) => startUploaded(tx, upload));
    }
    return received;
  } finally {
    if (received !== "received") await discardImport(db, upload.tenantId, upload.id);
  }
}

/** One audit line for the whole import: its rows are in the log, under the import as their actor. */
async function startUploaded(tx: Queryable, upload: NewUpload): Promise<void> {
  const { id, tenantId, kind, createdBy, origin } = upload;
  if (!(await startImport(tx, tenantId, id))) return;
  const actor = { kind: "user", id: createdBy } as const;
  const subject = { type: "import", id };
  await recordAudit(tx, [
    { tenantId, actor, action: "import.started", subject, details: { kind }, origin },
  ]);
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
