import type { Queryable } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import type { CustomHeader } from "@shipment-tracking/webhooks";

/** Where deliveries go, and what signs them. */
export interface Receiver {
  readonly endpointId: string;
  readonly url: string;
  /** The endpoint's own headers. */
  readonly headers: readonly CustomHeader[];
  /** Secrets that sign now, the newest first. */
  readonly secrets: readonly string[];
}

interface ReceiverRow {
  readonly id: string;
  readonly url: string;
  readonly headers_key_id: string | null;
  readonly headers_ciphertext: Buffer | null;
  readonly secret_key_id: string;
  readonly secret_ciphertext: Buffer;
  readonly previous_secret_key_id: string | null;
  readonly previous_secret_ciphertext: Buffer | null;
}

/** The endpoints as they are now, by id. Throws when a secret cannot be opened: the process has other keys than the web application. */
export async function loadReceivers(
  db: Queryable,
  box: SecretBox,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Receiver>> {
  const { rows } = await db.query<ReceiverRow>({
    name: "load_webhook_receivers",
    text: `
      select endpoints.id, endpoints.url, endpoints.headers_key_id, endpoints.headers_ciphertext, endpoints.secret_key_id,
        endpoints.secret_ciphertext,
        case when endpoints.previous_secret_until > now() then endpoints.previous_secret_key_id end as previous_secret_key_id,
        case when endpoints.previous_secret_until > now() then endpoints.previous_secret_ciphertext end
          as previous_secret_ciphertext
      from hooks.endpoints
      where endpoints.id = any ($1::uuid[])`,
    values: [endpointIds],
  });
  return new Map(rows.map((row) => [row.id, toReceiver(row, box)]));
}

function toReceiver(row: ReceiverRow, box: SecretBox): Receiver {
  const secretContext = `webhook-endpoint:${row.id}:secret`;
  const open = (keyId: string | null, ciphertext: Buffer | null, context: string): string | null =>
    keyId === null || ciphertext === null ? null : box.open({ keyId, ciphertext }, context);
  const headers = open(
    row.headers_key_id,
    row.headers_ciphertext,
    `webhook-endpoint:${row.id}:headers`,
  );
  const secrets = [
    open(row.secret_key_id, row.secret_ciphertext, secretContext),
    open(row.previous_secret_key_id, row.previous_secret_ciphertext, secretContext),
  ];
  return {
    endpointId: row.id,
    url: row.url,
    // sealed by the web application from a checked list of names and values
    headers: headers === null ? [] : (JSON.parse(headers) as CustomHeader[]),
    secrets: secrets.filter((secret) => secret !== null),
  };
}
