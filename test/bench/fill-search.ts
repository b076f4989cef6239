import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "@shipment-tracking/postgres";
import { webMigrations } from "@shipment-tracking/web-service";
import { fillShipments } from "./search-data.ts";

/** Fills tenants with so many shipments each and makes them findable, as the migration of the search does. */
export async function fillSearchable(
  admin: Pool,
  tenantIds: readonly string[],
  shipments: number,
): Promise<{ readonly fillMs: number; readonly documentsMs: number }> {
  const startedAt = performance.now();
  // made at once afterwards they take a fraction of the time
  const orders = readMigration("0008_list_order.sql").match(/create index [^;]*;/g) ?? [];
  const names = orders.map((order) => `write.${order.split(" ")[2] ?? ""}`);
  await admin.query({ text: `drop index ${names.join(", ")}` });
  for (const tenantId of tenantIds) await fillShipments(admin, tenantId, shipments);
  await admin.query({ text: orders.join("\n") });
  const filledAt = performance.now();
  const migration = readMigration("0005_search.sql");
  const backfill =
    /create function[\s\S]*drop function write.fold_text[^;]*;/.exec(migration)?.[0] ?? "";
  const index = /create index shipment_search_document[^;]*;/.exec(migration)?.[0] ?? "";
  await admin.query({ text: `drop index write.shipment_search_document; ${backfill} ${index}` });
  const documentedAt = performance.now();
  for (const table of ["shipments", "shipment_search", "shipment_facts", "customers"]) {
    await admin.query({ text: `vacuum (analyze) write.${table}` });
  }
  return { fillMs: filledAt - startedAt, documentsMs: documentedAt - filledAt };
}

function readMigration(name: string): string {
  return readFileSync(join(webMigrations.directory, name), "utf8");
}
