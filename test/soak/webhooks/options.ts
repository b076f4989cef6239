import type { Pool, RoleName } from "@shipment-tracking/postgres";

export interface SoakOptions {
  readonly database: {
    readonly urls: Readonly<Record<RoleName, string>>;
    /** With an owner's rights. */
    readonly admin: Pool;
  };
  readonly seconds: number;
  /** Between two samples. */
  readonly everySeconds: number;
  readonly eventsPerSecond: number;
  /** Deliveries that wait all the time: half of them at a paused endpoint, half for a retry in hours. */
  readonly backlog: number;
  say(line: string): void;
}

/** Of the requests that receivers get; the rest is accepted. */
export const shares = { failing: 0.1, blackHole: 0.05, throttling: 0.02 } as const;

/** Each with one endpoint: a black hole takes a slot for 15 s, so that few of them would fill all four. */
export const tenants = 100;
export const shipmentsPerTenant = 20;
