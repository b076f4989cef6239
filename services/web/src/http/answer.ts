import type { Position } from "@shipment-tracking/contracts";

/** The answer of a command before it is sent: plain JSON, so that it can be stored for repeats of the request. */
export interface CommandAnswer {
  readonly status: number;
  /** Null: no body. */
  readonly body: object | null;
  /** Sent as X-Position; null for refusals. */
  readonly position: Position | null;
}
