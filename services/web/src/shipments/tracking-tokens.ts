import type { Position } from "@shipment-tracking/contracts";
import type { ShipmentId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { Sealed } from "@shipment-tracking/secrets";

export interface StoredToken {
  readonly sealed: Sealed;
  /** Of `shipment.shared`: once it is applied the link works. */
  readonly position: Position;
}

/** Keeps a shipment's only token. The shipment's row is locked, so no other one can come between. */
export async function insertTrackingToken(
  db: Queryable,
  shipmentId: ShipmentId,
  token: StoredToken & { readonly tokenHash: string },
): Promise<void> {
  await db.query({
    name: "insert_tracking_token",
    text: `
      insert into write.tracking_tokens (shipment_id, token_hash, token_ciphertext, key_id, part, pos, created_at)
      values ($1, decode($2, 'hex'), $3, $4, $5, $6, now())`,
    values: [
      shipmentId,
      token.tokenHash,
      token.sealed.ciphertext,
      token.sealed.keyId,
      token.position.part,
      token.position.pos,
    ],
  });
}

interface Row {
  readonly token_ciphertext: Buffer;
  readonly key_id: string;
  readonly part: number;
  readonly pos: number;
}

export async function findTrackingToken(
  db: Queryable,
  shipmentId: ShipmentId,
): Promise<StoredToken | null> {
  const { rows } = await db.query<Row>({
    name: "find_tracking_token",
    text: `
      select tracking_tokens.token_ciphertext, tracking_tokens.key_id, tracking_tokens.part, tracking_tokens.pos
      from write.tracking_tokens
      where tracking_tokens.shipment_id = $1`,
    values: [shipmentId],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    sealed: { keyId: row.key_id, ciphertext: row.token_ciphertext },
    position: { part: row.part, pos: row.pos },
  };
}
