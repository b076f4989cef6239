import type { Instant } from "@shipment-tracking/domain";

/** Milliseconds since the epoch as an instant. */
export function instantOf(epochMs: number): Instant {
  // toISOString gives exactly the shape that Instant brands
  return new Date(epochMs).toISOString() as Instant;
}

export const hourMs = 3_600_000;
