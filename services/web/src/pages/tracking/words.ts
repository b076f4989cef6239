import type { ShipmentMode, ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";
import type { Step } from "./progress-steps.ts";

/** Everything the page says in one language. What is in braces is put in when it is said. */
export interface Words {
  readonly pageName: string;
  /** For the preview that a messenger shows of a link: the same for all shipments. */
  readonly pageDescription: string;
  readonly shipment: string;
  readonly language: string;
  /** `attempt_failed` is of a delivery here. */
  readonly status: Readonly<Record<ShipmentStatus, StatusWords>>;
  /** An attempt that failed before the carrier had the shipment. */
  readonly pickupAttempt: StatusWords;
  readonly event: Readonly<Record<TrackingEventType, string>>;
  readonly returnStarted: string;
  readonly mode: Readonly<Record<ShipmentMode, string>>;
  readonly facts: {
    readonly heading: string;
    readonly from: string;
    readonly to: string;
    readonly pickup: string;
    readonly delivery: string;
    readonly delivered: string;
    readonly returned: string;
    readonly transport: string;
    readonly late: string;
    /** `{time}` */
    readonly was: string;
  };
  readonly progress: {
    readonly heading: string;
    readonly step: Readonly<Record<Step, string>>;
    readonly state: Readonly<Record<"done" | "current" | "pending", string>>;
  };
  readonly timeline: {
    readonly heading: string;
    readonly empty: string;
    /** `{count}`, by the language's plural categories */
    readonly older: Plural;
    readonly pages: string;
    /** `{page}` and `{pages}` */
    readonly page: string;
    readonly newest: string;
    readonly newer: string;
    readonly olderPage: string;
    readonly oldest: string;
  };
  readonly notes: {
    readonly utc: string;
    /** `{zone}` */
    readonly local: string;
    /** `{time}` */
    readonly updated: string;
    readonly refresh: string;
    /** `{time}` of the last success */
    readonly stale: string;
  };
  readonly notFound: { readonly heading: string; readonly text: string };
  readonly unavailable: { readonly heading: string; readonly text: string; readonly retry: string };
}

export interface StatusWords {
  readonly word: string;
  readonly sentence: string;
}

export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};
