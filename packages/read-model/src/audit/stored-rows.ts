/** Read tables that an audit compares with the log. Versions of tenants and zero counters are not the log's to say. */
export type AuditedTable = keyof typeof selections;

/** What is selected of each row; the first field is the row's key within its tenant. */
export const selections = {
  shipments: {
    tenant: "shipments.tenant_id",
    fields: [
      "shipments.id",
      instant("shipments.created_at"),
      "shipments.status",
      "shipments.version",
      "shipments.doc",
    ],
    from: "read.shipments",
  },
  shipment_timelines: {
    tenant: "shipment_timelines.tenant_id",
    fields: [
      "shipment_timelines.shipment_id",
      "shipment_timelines.version",
      "shipment_timelines.entries",
      "shipment_timelines.doc",
      "encode(shipment_timelines.token_hash, 'hex')",
    ],
    from: "read.shipment_timelines",
  },
  public_tracking: {
    // whose it is stands in the timeline's row; without one it is nobody's, and too much
    tenant: "shipment_timelines.tenant_id",
    fields: ["encode(public_tracking.token_hash, 'hex')", "public_tracking.doc"],
    from: `read.public_tracking
      left join read.shipment_timelines on shipment_timelines.token_hash = public_tracking.token_hash`,
  },
  shipment_counts: counts("shipment_counts"),
  customers: {
    tenant: "customers.tenant_id",
    fields: [
      "customers.id",
      instant("customers.created_at"),
      "customers.status",
      "customers.version",
      "customers.doc",
    ],
    from: "read.customers",
  },
  customer_counts: counts("customer_counts"),
  invoices: {
    tenant: "invoices.tenant_id",
    fields: [
      "invoices.id",
      instant("invoices.created_at"),
      "invoices.status",
      "invoices.version",
      "invoices.overdue_after",
      "invoices.doc",
    ],
    from: "read.invoices",
  },
  invoice_counts: counts("invoice_counts"),
  api_keys: {
    tenant: "api_keys.tenant_id",
    fields: [
      "encode(api_keys.key_hash, 'hex')",
      "api_keys.key_id",
      instant("api_keys.expires_at"),
      instant("api_keys.revoked_at"),
      "api_keys.stream_version",
    ],
    from: "read.api_keys",
  },
  tenants: {
    tenant: "tenants.tenant_id",
    fields: ["tenants.tenant_id", "tenants.active", "tenants.stream_version"],
    from: "read.tenants",
  },
} as const;

export const auditedTables = Object.keys(selections).toSorted() as readonly AuditedTable[];

/** SQL of a row's line, as `toLine` writes it. */
export function lineSql(table: AuditedTable): string {
  const fields = selections[table].fields.map((field) => `coalesce((${field})::text, chr(30))`);
  return fields.join(" || chr(31) || ");
}

function counts(table: "shipment_counts" | "customer_counts" | "invoice_counts") {
  return {
    tenant: `${table}.tenant_id`,
    fields: [`${table}.status`, `${table}.n`],
    from: `(select c.tenant_id, c.status, c.n from read.${table} as c where c.n <> 0) as ${table}`,
  } as const;
}

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
