import type { ApiKeyEvent, EventRecord, TenantEvent } from "@shipment-tracking/contracts";
import { UnprojectableEvent } from "./unprojectable-event.ts";

export interface TenantRow {
  readonly tenantId: string;
  readonly active: boolean;
  /** Version of the stream's last applied event; 0 when only the tenant's other streams were seen so far. */
  readonly version: number;
}

export interface ApiKeyRow {
  readonly tenantId: string;
  readonly keyId: string;
  /** SHA-256 of the key in hex. */
  readonly keyHash: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly version: number;
}

/** The tenant after one more event of its stream. Throws `UnprojectableEvent`. */
export function projectTenant(
  row: TenantRow | null,
  event: TenantEvent,
  record: EventRecord,
): TenantRow {
  if (record.streamId !== record.tenantId) {
    throw new UnprojectableEvent("The stream of a tenant has the tenant's id");
  }
  const exists = row !== null && row.version > 0;
  if (exists === (event.type === "tenant.created")) {
    throw new UnprojectableEvent(exists ? "The tenant exists already" : beginsWithoutCreation);
  }
  const active = event.type !== "tenant.deactivated";
  return { tenantId: record.tenantId, active, version: record.version };
}

/** The API key after one more event of its stream. Throws `UnprojectableEvent`. */
export function projectApiKey(
  row: ApiKeyRow | null,
  event: ApiKeyEvent,
  record: EventRecord,
): ApiKeyRow {
  if (event.keyId !== record.streamId) {
    throw new UnprojectableEvent("The event names another key than its stream");
  }
  const { version } = record;
  if (event.type === "api_key.revoked") {
    if (row === null) throw new UnprojectableEvent(beginsWithoutCreation);
    return { ...row, version, revokedAt: row.revokedAt ?? record.occurredAt };
  }
  if (row !== null) throw new UnprojectableEvent("The key exists already");
  const { keyId, keyHash, expiresAt } = event;
  return { tenantId: record.tenantId, keyId, keyHash, expiresAt, revokedAt: null, version };
}

const beginsWithoutCreation = "The stream does not begin with its creation";
