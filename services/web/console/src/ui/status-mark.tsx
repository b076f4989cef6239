import type { ShipmentStatus, TrackingEventType } from "@shipment-tracking/domain";
import { statusPaths } from "../../../src/pages/tracking/status-paths.ts";
import classes from "./status-mark.module.css";
import { eventTypeWords, statusWords } from "./words.ts";

type Tone = "quiet" | "moving" | "good" | "warn" | "bad";

const tones: Readonly<Record<ShipmentStatus, Tone>> = {
  draft: "quiet",
  pickup_scheduled: "quiet",
  picked_up: "moving",
  in_transit: "moving",
  customs_hold: "warn",
  out_for_delivery: "moving",
  attempt_failed: "warn",
  exception: "bad",
  delivered: "good",
  returning: "warn",
  returned: "quiet",
  cancelled: "quiet",
};

/** A status as shape, word and colour. */
export function StatusMark({
  status,
  size = "sm",
}: {
  readonly status: ShipmentStatus;
  readonly size?: "sm" | "md";
}) {
  return (
    <span className={classes.mark} data-tone={tones[status]} data-size={size}>
      <Shape path={statusPaths[status]} />
      {statusWords[status]}
    </span>
  );
}

const statusOf: Readonly<
  Record<Exclude<TrackingEventType, "departure" | "arrival">, ShipmentStatus>
> = {
  pickup: "picked_up",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
  delivered: "delivered",
  exception: "exception",
  customs_hold: "customs_hold",
  attempt_failed: "attempt_failed",
  returned: "returned",
};
const departurePath = "M3 5v14M7 12h13M15 7l5 5-5 5";
const arrivalPath = "M21 5v14M3 12h13M11 7l5 5-5 5";

/** The kind of a tracking event as shape and word, in its status's colour. */
export function EventTypeMark({ type }: { readonly type: TrackingEventType }) {
  const leg = type === "departure" || type === "arrival";
  const tone = leg ? "moving" : tones[statusOf[type]];
  const path = leg
    ? type === "arrival"
      ? arrivalPath
      : departurePath
    : statusPaths[statusOf[type]];
  return (
    <span className={classes.event} data-tone={tone}>
      <Shape path={path} />
      {eventTypeWords[type]}
    </span>
  );
}

function Shape({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classes.icon}>
      <path d={path} />
    </svg>
  );
}
