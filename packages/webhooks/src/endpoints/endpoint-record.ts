/** Encrypted under the key `keyId`; what it belongs to is one of the contexts below. */
export interface SealedText {
  readonly keyId: string;
  readonly ciphertext: Buffer;
}

/** What an endpoint's secrets are sealed for: rows cannot be exchanged. */
export const secretContext = (endpointId: string): string =>
  `webhook-endpoint:${endpointId}:secret`;

/** Sealed is the JSON list of `CustomHeader`. */
export const headersContext = (endpointId: string): string =>
  `webhook-endpoint:${endpointId}:headers`;

export const orderings = ["ordered", "latest"] as const;

export type EndpointState = "active" | "paused" | "disabled";
export type EndpointStateReason = "manual" | "gone" | "failing" | "unsafe_target";

/** An endpoint as it is stored. Times are ISO 8601 UTC. */
export interface EndpointRecord {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Empty: every type. */
  readonly eventTypes: readonly string[];
  readonly ordering: (typeof orderings)[number];
  /** Null: none of its own. */
  readonly headers: SealedText | null;
  readonly secret: SealedText;
  /** Signs beside the newer one until `previousSecretUntil`. */
  readonly previousSecret: SealedText | null;
  readonly previousSecretUntil: string | null;
  readonly state: EndpointState;
  readonly stateReason: EndpointStateReason | null;
  readonly stateChangedAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly event_types: readonly string[];
  readonly ordering: (typeof orderings)[number];
  readonly headers_key_id: string | null;
  readonly headers_ciphertext: Buffer | null;
  readonly secret_key_id: string;
  readonly secret_ciphertext: Buffer;
  readonly previous_secret_key_id: string | null;
  readonly previous_secret_ciphertext: Buffer | null;
  readonly previous_secret_until: string | null;
  readonly state: EndpointState;
  readonly state_reason: EndpointStateReason | null;
  readonly state_changed_at: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export const endpointColumns = `
  endpoints.id, endpoints.url, endpoints.description, endpoints.event_types, endpoints.ordering, endpoints.headers_key_id,
  endpoints.headers_ciphertext, endpoints.secret_key_id, endpoints.secret_ciphertext, endpoints.previous_secret_key_id,
  endpoints.previous_secret_ciphertext, endpoints.previous_secret_until, endpoints.state, endpoints.state_reason,
  endpoints.state_changed_at, endpoints.created_at, endpoints.updated_at, endpoints.version`;

export function endpointOf(row: EndpointRow): EndpointRecord {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    ordering: row.ordering,
    headers: sealed(row.headers_key_id, row.headers_ciphertext),
    secret: { keyId: row.secret_key_id, ciphertext: row.secret_ciphertext },
    previousSecret: sealed(row.previous_secret_key_id, row.previous_secret_ciphertext),
    previousSecretUntil: row.previous_secret_until,
    state: row.state,
    stateReason: row.state_reason,
    stateChangedAt: row.state_changed_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

function sealed(keyId: string | null, ciphertext: Buffer | null): SealedText | null {
  return keyId === null || ciphertext === null ? null : { keyId, ciphertext };
}
