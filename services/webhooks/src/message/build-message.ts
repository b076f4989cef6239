import type { EventRecord } from "@shipment-tracking/contracts";
import type {
  Instant,
  ShipmentEvent,
  ShipmentMode,
  ShipmentStatus,
  TimelineEntry,
  TrackingEventType,
} from "@shipment-tracking/domain";
import type { KnownShipment } from "./known-shipment.ts";

/** Largest body of a message, in bytes. */
export const messageMaxBytes = 4096;

export const statusChangedType = "shipment.status_changed";

/** The body of a webhook, as subscribers parse it (05-webhooks, "Body and headers"). Every key is always present. */
interface StatusChangedMessage {
  readonly type: typeof statusChangedType;
  /** When the change was recorded. */
  readonly timestamp: string;
  readonly data: {
    readonly shipmentId: string;
    readonly shipmentNumber: string;
    readonly mode: ShipmentMode;
    readonly status: ShipmentStatus;
    readonly previousStatus: ShipmentStatus;
    /** The shipment's version: a receiver drops what is not newer than what it has. */
    readonly sequence: number;
    readonly originCity: string | null;
    readonly destCity: string | null;
    readonly pickupScheduledAt: Instant | null;
    readonly deliveryScheduledAt: Instant | null;
    /** The entry of the timeline that changed the status; null when none did. */
    readonly event: MessageEntry | null;
    readonly reason: MessageReason;
    /** Path of the shipment in the read API. */
    readonly url: string;
  };
}

interface MessageEntry {
  readonly eventType: TrackingEventType;
  readonly status: ShipmentStatus;
  readonly city: string;
  readonly eventAt: Instant;
}

/** `event`: a tracking event was recorded; `command`: somebody changed the shipment; `correction`: an event was voided or replaced. */
type MessageReason = "event" | "command" | "correction";

/** What a message is built from. */
export interface MessageSource {
  readonly record: Pick<EventRecord, "streamId" | "version" | "recordedAt">;
  readonly event: ShipmentEvent;
  /** What is known after this event: see `knownShipmentAfter`. */
  readonly shipment: KnownShipment;
}

/** Whether an event is announced: every change of the current status, but not the creation. */
function isAnnounced(event: ShipmentEvent): boolean {
  return event.type !== "shipment.created" && event.statusChanged && event.previousStatus !== null;
}

/**
 * The bytes of the message of an event, to be stored and sent as they are; null for an event that announces nothing. The same
 * source always gives the same bytes, at most `messageMaxBytes`: names that would not fit are shortened.
 */
export function buildMessage(source: MessageSource): Buffer | null {
  for (const longestText of [Number.POSITIVE_INFINITY, 100, 40]) {
    const message = messageOf(source, longestText);
    if (message === null) return null;
    const bytes = Buffer.from(JSON.stringify(message));
    if (bytes.length <= messageMaxBytes) return bytes;
  }
  throw new Error("A webhook message of shortened texts is larger than 4 KB.");
}

function messageOf(source: MessageSource, longestText: number): StatusChangedMessage | null {
  const { record, event, shipment } = source;
  if (!isAnnounced(event) || event.previousStatus === null) return null;
  const cut = (text: string) => shortened(text, longestText);
  const entry = entryOf(event);
  return {
    type: statusChangedType,
    timestamp: record.recordedAt,
    data: {
      shipmentId: record.streamId,
      shipmentNumber: cut(shipment.shipmentNumber),
      mode: shipment.mode,
      status: event.status,
      previousStatus: event.previousStatus,
      sequence: record.version,
      originCity: shipment.originCity === null ? null : cut(shipment.originCity),
      destCity: shipment.destCity === null ? null : cut(shipment.destCity),
      pickupScheduledAt: shipment.pickupScheduledAt,
      deliveryScheduledAt: shipment.deliveryScheduledAt,
      event: entry === null ? null : shownEntry(entry, cut),
      reason: reasonOf(event),
      url: `/api/v1/shipments/${record.streamId}`,
    },
  };
}

function entryOf(event: ShipmentEvent): TimelineEntry | null {
  switch (event.type) {
    case "shipment.tracking_event_recorded":
    case "shipment.return_started":
      return event.entry;
    case "shipment.tracking_event_voided":
      return event.replacement;
    case "shipment.created":
    case "shipment.details_changed":
    case "shipment.cancelled":
    case "shipment.reopened":
    case "shipment.shared":
      return null;
  }
}

// the description is public text, but free text: it stays in the API
function shownEntry(entry: TimelineEntry, cut: (text: string) => string): MessageEntry {
  const { eventType, status, city, eventAt } = entry;
  return { eventType, status, city: cut(city), eventAt };
}

function reasonOf(event: ShipmentEvent): MessageReason {
  switch (event.type) {
    case "shipment.tracking_event_recorded":
      return "event";
    case "shipment.tracking_event_voided":
      return "correction";
    case "shipment.created":
    case "shipment.details_changed":
    case "shipment.return_started":
    case "shipment.cancelled":
    case "shipment.reopened":
    case "shipment.shared":
      return "command";
  }
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
