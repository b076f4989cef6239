/** What a stream of the log is, as people know it. */
export interface Subject {
  readonly type: "shipment" | "customer" | "invoice" | "api_key" | "tenant" | "unknown";
  readonly id: string;
  /** Number of a shipment, customer or invoice, name of a key or of the company; null: it is not there (any more). */
  readonly label: string | null;
}

export interface SubjectRow {
  readonly subject_type: Subject["type"];
  readonly subject_label: string | null;
}

export const subjectColumns = `
        case
          when shipments.id is not null then 'shipment'
          when customers.id is not null then 'customer'
          when invoices.id is not null then 'invoice'
          when api_keys.id is not null then 'api_key'
          when tenants.id is not null then 'tenant'
          else 'unknown'
        end as subject_type,
        coalesce(
          shipments.shipment_number, customers.customer_number, invoices.invoice_number, api_keys.name, tenants.name
        ) as subject_label`;

/** Joins to the tenant ($1)'s own things by the id of a stream, which is an SQL expression. */
export function subjectJoins(streamId: string): string {
  return `
      left join write.shipments on shipments.id = ${streamId}
        and shipments.tenant_id = $1
      left join write.customers on customers.id = ${streamId}
        and customers.tenant_id = $1
      left join write.invoices on invoices.id = ${streamId}
        and invoices.tenant_id = $1
      left join write.api_keys on api_keys.id = ${streamId}
        and api_keys.tenant_id = $1
      left join write.tenants on tenants.id = ${streamId}
        and tenants.id = $1`;
}

export function subjectOf(id: string, row: SubjectRow): Subject {
  return { type: row.subject_type, id, label: row.subject_label };
}
