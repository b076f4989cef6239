import { randomUUID } from "node:crypto";
import {
  encodeEvent,
  generateApiKey,
  hashApiKey,
  type EventRecord,
  type LogEvent,
} from "@shipment-tracking/contracts";
import { createPool } from "@shipment-tracking/postgres";
import { applyDelivery, projectorConsumer } from "@shipment-tracking/read-model";

type ShipmentEvents = (n: number) => { readonly id: string; readonly events: readonly LogEvent[] };

/** The id of the n-th tenant: SQL can make it from a number. */
export function tenantIdOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

/** Tenants with 50 shipments each, through the projection; returns a key of each. */
export async function fillTenants(
  projectorUrl: string,
  tenants: number,
  shipmentEvents: ShipmentEvents,
): Promise<readonly string[]> {
  const pool = createPool({ url: projectorUrl, applicationName: "bench", max: 1 });
  const keys: string[] = [];
  let pos = 0;
  for (let n = 0; n < tenants; n += 1) {
    const tenantId = tenantIdOf(n);
    const key = generateApiKey();
    keys.push(key);
    const keyId = randomUUID();
    const records: EventRecord[] = [];
    const append = (streamId: string, events: readonly LogEvent[]): void => {
      for (const [index, event] of events.entries()) {
        pos += 1;
        const at = new Date(Date.UTC(2026, 0, 1) + pos).toISOString();
        const place = { tenantId, streamId, version: index + 1, part: 0, pos };
        const origin = { actor: { kind: "system" as const, id: null }, traceparent: null };
        const times = { occurredAt: at, recordedAt: at };
        records.push({ id: randomUUID(), ...encodeEvent(event), ...place, ...times, ...origin });
      }
    };
    append(tenantId, [{ type: "tenant.created", name: "Bench" }]);
    const created = { keyId, keyHash: hashApiKey(key), name: "Bench", expiresAt: null };
    append(keyId, [{ type: "api_key.created", ...created }]);
    for (let shipment = 0; shipment < 50; shipment += 1) {
      const { id, events } = shipmentEvents(shipment);
      append(id, events.slice(0, 3));
    }
    const batch = { part: 0, epoch: 1, records };
    await applyDelivery(pool, { consumer: projectorConsumer, batches: [batch] });
  }
  await pool.end();
  return keys;
}
