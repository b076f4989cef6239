import { copyInto, copyLine, type CopyValue, type Queryable } from "@shipment-tracking/postgres";
import { renderShipment } from "../project/render-shipment.ts";
import type { ShipmentRow } from "../project/shipment-row.ts";
import { writeEntries } from "../project/stored-shipment.ts";
import type { FreshRow } from "./fold-fresh.ts";
import type { GenerationSchema } from "./redirected.ts";

/** Collects rows and copies them in bulk: a COPY for each table whenever enough text is there. */
export interface RowCopier {
  add(fresh: FreshRow): Promise<void>;
  /** Copies what is left. */
  end(): Promise<void>;
}

/** `tx`: the client of a transaction. Tenants are not copied: their rows depend on all parts. */
export function createRowCopier(tx: Queryable, schema: GenerationSchema): RowCopier {
  const lines = new Map<TableName, string[]>();
  let length = 0;
  const add = (table: TableName, values: readonly CopyValue[]): void => {
    const line = copyLine(values);
    const known = lines.get(table);
    if (known === undefined) lines.set(table, [line]);
    else known.push(line);
    length += line.length;
  };
  const flush = async (): Promise<void> => {
    for (const [table, ofTable] of lines) {
      await copyInto(tx, { schema, table, columns: columnsOf[table] }, ofTable.join(""));
    }
    lines.clear();
    length = 0;
  };
  return {
    async add(fresh) {
      addRow(fresh, add);
      if (length > flushLength) await flush();
    },
    end: flush,
  };
}

// 1, 4 and 16 MB made no difference that could be measured; less is less memory
const flushLength = 1_000_000;

const columnsOf = {
  shipments: ["tenant_id", "id", "created_at", "status", "version", "doc"],
  shipment_timelines: ["tenant_id", "shipment_id", "version", "entries", "doc", "token_hash"],
  public_tracking: ["token_hash", "doc"],
  customers: ["tenant_id", "id", "created_at", "status", "version", "doc"],
  invoices: ["tenant_id", "id", "created_at", "status", "version", "overdue_after", "doc"],
  api_keys: ["key_hash", "tenant_id", "key_id", "expires_at", "revoked_at", "stream_version"],
} as const;

type TableName = keyof typeof columnsOf;
type Add = (table: TableName, values: readonly CopyValue[]) => void;

function addRow(fresh: FreshRow, add: Add): void {
  switch (fresh.kind) {
    case "shipment":
      addShipment(fresh.row, add);
      return;
    case "customer": {
      const { tenantId, customerId, createdAt, status, version, doc } = fresh.row;
      add("customers", [tenantId, customerId, createdAt, status, version, doc]);
      return;
    }
    case "invoice": {
      const { tenantId, invoiceId, createdAt, status, version, overdueAfter, doc } = fresh.row;
      if (fresh.row.deleted) return;
      add("invoices", [tenantId, invoiceId, createdAt, status, version, overdueAfter, doc]);
      return;
    }
    case "apiKey": {
      const { keyHash, tenantId, keyId, expiresAt, revokedAt, version } = fresh.row;
      add("api_keys", [bytes(keyHash), tenantId, keyId, expiresAt, revokedAt, version]);
      return;
    }
    case "tenant":
      return;
  }
}

function addShipment(row: ShipmentRow, add: Add): void {
  const { tenantId, shipmentId, createdAt, status, version, tokenHash, timeline } = row;
  const { item, detail, publicView } = renderShipment(row);
  const token = tokenHash === null ? null : bytes(tokenHash);
  add("shipments", [tenantId, shipmentId, createdAt, status, version, item]);
  add("shipment_timelines", [tenantId, shipmentId, version, writeEntries(timeline), detail, token]);
  if (token !== null && publicView !== null) add("public_tracking", [token, publicView]);
}

function bytes(hex: string): string {
  return `\\x${hex}`;
}
