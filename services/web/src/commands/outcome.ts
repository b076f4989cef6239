import type { Actor } from "@shipment-tracking/contracts";
import type {
  Instant,
  Rejection,
  ShipmentCommand,
  ShipmentEvent,
  ShipmentId,
  ShipmentState,
  TenantId,
  TrackingEventId,
} from "@shipment-tracking/domain";
import type { AuditOrigin } from "../audit/record-audit.ts";

/** Who commands, for which tenant, and when. */
export interface CommandContext {
  readonly tenantId: TenantId;
  readonly actor: Actor;
  /** Becomes `recordedAt` of the events. */
  readonly now: Instant;
  /** W3C trace context of the request, null or absent when none came with it. */
  readonly traceparent?: string | null;
  /** Where the request came from, for the audit log; absent for what no request asked for. */
  readonly origin?: AuditOrigin;
}

export interface ShipmentCommandFor {
  readonly shipmentId: ShipmentId;
  readonly command: ShipmentCommand;
  /** Version that the caller has seen; another one is a conflict. */
  readonly expectedVersion?: number;
  /** For `create_shipment`: replaces `details.shipmentNumber` by the tenant's next free number. */
  readonly generateNumber?: boolean;
}

/** Where the log holds the newest event of a stream. */
export interface LogPosition {
  readonly part: number;
  readonly pos: number;
}

/** What became of one command; `state` is the shipment after it. */
export type CommandOutcome =
  | {
      readonly outcome: "accepted";
      readonly events: readonly ShipmentEvent[];
      readonly state: ShipmentState;
      readonly position: LogPosition;
    }
  | {
      readonly outcome: "repeat";
      /** The entry that is there already; null when the repeat is of a state and not of an entry. */
      readonly eventId: TrackingEventId | null;
      readonly state: ShipmentState;
      /** At or after the shipment's newest event. */
      readonly position: LogPosition;
    }
  /** Nothing was written for this command; the others of the batch stand. Kind `not_found`: no such shipment (of this tenant) or event. */
  | { readonly outcome: "rejected"; readonly rejection: Rejection };
