import type { ApiKeyEvent, LogEvent, TenantEvent } from "@shipment-tracking/contracts";
import type { CustomerEvent, InvoiceEvent, ShipmentEvent } from "@shipment-tracking/domain";
import { UnprojectableEvent } from "../project/unprojectable-event.ts";

export function isShipmentEvent(event: LogEvent): event is ShipmentEvent {
  return event.type.startsWith("shipment.");
}

export function isCustomerEvent(event: LogEvent): event is CustomerEvent {
  return event.type.startsWith("customer.");
}

export function isInvoiceEvent(event: LogEvent): event is InvoiceEvent {
  return event.type.startsWith("invoice.");
}

export function isTenantEvent(event: LogEvent): event is TenantEvent {
  return event.type.startsWith("tenant.");
}

export function isApiKeyEvent(event: LogEvent): event is ApiKeyEvent {
  return event.type.startsWith("api_key.");
}

/** The event as one of the stream's kind; a stream holds the events of one aggregate only. */
export function narrowed<Kind extends LogEvent>(
  isKind: (event: LogEvent) => event is Kind,
  event: LogEvent,
): Kind {
  if (isKind(event)) return event;
  throw new UnprojectableEvent(`${event.type} does not belong into this kind of stream`);
}
