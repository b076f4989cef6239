import {
  generateApiKey,
  hashApiKey,
  parseApiKey,
  type Position,
} from "@shipment-tracking/contracts";
import type { Instant } from "@shipment-tracking/domain";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { appendOne } from "../commands/append-one.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { inRepeatedTransaction, isPool } from "../commands/transaction.ts";
import { newId } from "../ids.ts";
import { type ApiKeyRecord, insertApiKey } from "./api-key-rows.ts";

export interface NewApiKey {
  readonly name: string;
  /** Null: never. */
  readonly expiresAt: Instant | null;
  /** User id, null for keys made by the command line or with demo data. */
  readonly createdBy: string | null;
  /** A key made before (`generateApiKey`), for installations that know it already; a new one when absent. */
  readonly key?: string;
}

export interface CreatedApiKey extends ApiKeyRecord {
  /** Shown once: only its hash is kept. */
  readonly key: string;
  /** Once the read model has applied it the key works. */
  readonly position: Position;
}

/** Makes an API key of the context's tenant, in its own transaction or in the given one. */
export async function createApiKey(
  db: Pool | Queryable,
  context: CommandContext,
  wanted: NewApiKey,
): Promise<CreatedApiKey> {
  if (isPool(db)) return inRepeatedTransaction(db, (tx) => createApiKey(tx, context, wanted));
  const key = wanted.key ?? generateApiKey();
  const parsed = parseApiKey(key);
  if (parsed === null) throw new RangeError("The API key has another form than generateApiKey's");
  const { name, expiresAt, createdBy } = wanted;
  const { prefix, lastFour } = parsed;
  const record = { id: newId(), name, prefix, lastFour, createdAt: context.now, expiresAt };
  const keyHash = hashApiKey(key);
  await insertApiKey(db, context.tenantId, { ...record, keyHash, createdBy });
  await recordAudit(db, [
    {
      ...context,
      action: "api_key.created",
      subject: { type: "api_key", id: record.id },
      details: { name, prefix, lastFour, expiresAt },
    },
  ]);
  const position = await appendOne(db, context, {
    streamId: record.id,
    expectedVersion: 0,
    event: { type: "api_key.created", keyId: record.id, keyHash, name, expiresAt },
  });
  return { ...record, key, position };
}
