import type { EventRecord, LogEvent } from "@shipment-tracking/contracts";
import {
  apiKeyKind,
  customerKind,
  invoiceKind,
  shipmentKind,
  type StreamKind,
  tenantKind,
} from "../apply/fold-kind.ts";
import { foldStream, type VersionedRow } from "../apply/fold-stream.ts";
import { groupStreams, type Poison, type StreamWork } from "../apply/group-streams.ts";
import { narrowed } from "../apply/stream-kind.ts";
import type { ApiKeyRow, TenantRow } from "../project/project-account.ts";
import type { CustomerRow, InvoiceRow } from "../project/project-billing.ts";
import type { ShipmentRow } from "../project/shipment-row.ts";

/** What a whole stream comes to, folded from its first event by the code that applies deliveries. */
export type FreshRow =
  | { readonly kind: "shipment"; readonly row: ShipmentRow }
  | { readonly kind: "customer"; readonly row: CustomerRow }
  | { readonly kind: "invoice"; readonly row: InvoiceRow }
  | { readonly kind: "tenant"; readonly row: TenantRow }
  | { readonly kind: "apiKey"; readonly row: ApiKeyRow };

export interface FreshStream {
  /** Null when the stream's first event is at fault. */
  readonly fresh: FreshRow | null;
  /** Ends the fold: the stream is parked at it. */
  readonly poison: Poison | null;
}

/** Folds all events of one stream, in version order. */
export function foldFresh(records: readonly EventRecord[]): FreshStream {
  const [work] = groupStreams(records);
  const event = work?.events[0]?.event;
  if (work === undefined || event === undefined) {
    return { fresh: null, poison: work?.poison ?? null };
  }
  const shipment = foldAs(work, shipmentKind, event);
  if (shipment !== null) return toFresh(shipment, (row) => ({ kind: "shipment", row }));
  const invoice = foldAs(work, invoiceKind, event);
  if (invoice !== null) return toFresh(invoice, (row) => ({ kind: "invoice", row }));
  const customer = foldAs(work, customerKind, event);
  if (customer !== null) return toFresh(customer, (row) => ({ kind: "customer", row }));
  const apiKey = foldAs(work, apiKeyKind, event);
  if (apiKey !== null) return toFresh(apiKey, (row) => ({ kind: "apiKey", row }));
  const tenant = foldAs(work, tenantKind, event);
  if (tenant !== null) return toFresh(tenant, (row) => ({ kind: "tenant", row }));
  throw new Error(`No kind of stream owns ${event.type}`);
}

interface Folded<Row> {
  readonly after: Row | null;
  readonly poison: Poison | null;
}

function foldAs<Row extends VersionedRow, Event extends LogEvent>(
  work: StreamWork,
  { owns, project }: Pick<StreamKind<Row, Event>, "owns" | "project">,
  first: LogEvent,
): Folded<Row> | null {
  if (!owns(first)) return null;
  return foldStream<Row>(work, null, (row, { event, record }) =>
    project(row, narrowed(owns, event), record),
  );
}

function toFresh<Row>({ after, poison }: Folded<Row>, wrap: (row: Row) => FreshRow): FreshStream {
  return { fresh: after === null ? null : wrap(after), poison };
}
