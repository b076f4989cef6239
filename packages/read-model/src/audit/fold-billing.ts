import { customerItemSchema, invoiceItemSchema, type LogEvent } from "@shipment-tracking/contracts";
import { isOverdue } from "@shipment-tracking/domain";

/** What the row of a customer or an invoice must hold; as for shipments, it shares no code with the projection. */
export interface ExpectedBilling {
  readonly createdAt: unknown;
  readonly status: unknown;
  readonly overdueAfter: string | null;
  readonly answer: Readonly<Record<string, unknown>>;
}

export function foldCustomer(
  id: string,
  before: ExpectedBilling | null,
  event: LogEvent,
): ExpectedBilling | null {
  if (event.type !== "customer.created" && event.type !== "customer.updated") return before;
  const times =
    event.type === "customer.created"
      ? { createdAt: event.createdAt, updatedAt: event.createdAt }
      : { createdAt: before?.createdAt, updatedAt: event.updatedAt };
  const answer = inOrder({ id, ...event.details, ...times }, customerItemSchema.shape);
  const { status } = event.details;
  return { createdAt: times.createdAt, status, overdueAfter: null, answer };
}

/** `day`: the calendar date (`YYYY-MM-DD`) that decides what is overdue; the empty text is before all days. */
export function foldInvoice(
  id: string,
  before: ExpectedBilling | null,
  { event, day }: { readonly event: LogEvent; readonly day: string },
): ExpectedBilling | null {
  if (event.type === "invoice.deleted") return null;
  if (!("invoice" in event)) return before;
  const { invoice } = event;
  const { createdAt, status, dueDate } = invoice;
  const answer = inOrder(
    { id, ...invoice, overdue: isOverdue(invoice, day) },
    invoiceItemSchema.shape,
  );
  // on the last of days everything is overdue that can ever be
  const overdueAfter = isOverdue(invoice, "9999-99-99") ? dueDate : null;
  return { createdAt, status, overdueAfter, answer };
}

/** The answer with its fields, and those of its parts, in the order of the schema. */
function inOrder(
  answer: Readonly<Record<string, unknown>>,
  shape: object,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.keys(shape).map((key) => [key, orderedPart(key, answer[key])] as const),
  );
}

function orderedPart(key: string, value: unknown): unknown {
  if (key !== "billingAddress" || value === null) return value;
  // a decoded address: of the details' own type
  const address = value as Record<string, unknown>;
  const order = ["line1", "line2", "city", "region", "postalCode", "countryCode"];
  return Object.fromEntries(order.map((name) => [name, address[name]]));
}
