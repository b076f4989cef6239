import {
  initialFold,
  nextFold,
  type ShipmentStatus,
  shipmentStatuses,
  type TrackingEventType,
  trackingEventTypes,
} from "@shipment-tracking/domain";

type Fold = ReturnType<typeof initialFold>;

/** Every state that facts can lead to, in any order; a cancellation hides it, and is none of them. */
function reachableFolds(): readonly Fold[] {
  const folds = [
    initialFold({ pickupScheduledAt: null }),
    { status: "pickup_scheduled", moved: false, back: false } as const,
  ];
  const known = new Set(folds.map(keyOf));
  for (let index = 0; index < folds.length; index++) {
    const fold = folds[index];
    if (fold === undefined) break;
    const next = [
      nextFold(fold, { kind: "return_started", eventType: "exception" }),
      ...trackingEventTypes.map((eventType) => nextFold(fold, { kind: "scan", eventType })),
    ];
    for (const one of next.filter((state) => !known.has(keyOf(state)))) {
      known.add(keyOf(one));
      folds.push(one);
    }
  }
  return folds;
}

function keyOf({ status, moved, back }: Fold): string {
  return `${status} ${String(moved)} ${String(back)}`;
}

const folds = reachableFolds();

/** One cell: the status after an event; two when it depends on whether the goods have moved. */
export interface Transition {
  /** Null: the status stays. */
  readonly moved: ShipmentStatus | null;
  readonly notMoved: ShipmentStatus | null;
}

/** What an event makes of a status, before or after a return was started. Null: there is no such state. */
export function transition(
  status: ShipmentStatus,
  eventType: TrackingEventType,
  back: boolean,
): Transition | null {
  const states = folds.filter((fold) => fold.status === status && fold.back === back);
  const after = states.map((fold) => {
    const next = nextFold(fold, { kind: "scan", eventType }).status;
    return { moved: fold.moved, status: next === status ? null : next };
  });
  const [first] = after;
  if (first === undefined) return null;
  const found = (moved: boolean) => (after.find((one) => one.moved === moved) ?? first).status;
  return { moved: found(true), notMoved: found(false) };
}

/** Statuses that there are before, or after, a return was started. */
export function statusesOf(back: boolean): readonly ShipmentStatus[] {
  return shipmentStatuses.filter((status) =>
    folds.some((fold) => fold.status === status && fold.back === back),
  );
}

/** Event types that can lead to the status. */
export function eventsTo(status: ShipmentStatus): readonly TrackingEventType[] {
  return trackingEventTypes.filter((eventType) =>
    folds.some(
      (fold) =>
        fold.status !== status && nextFold(fold, { kind: "scan", eventType }).status === status,
    ),
  );
}

/** Event types that can change the status; none: it stays whatever is scanned. */
export function eventsFrom(status: ShipmentStatus): readonly TrackingEventType[] {
  return trackingEventTypes.filter((eventType) =>
    folds.some(
      (fold) =>
        fold.status === status && nextFold(fold, { kind: "scan", eventType }).status !== status,
    ),
  );
}

/** Statuses that the event can lead to. */
export function statusesAfter(eventType: TrackingEventType): readonly ShipmentStatus[] {
  return shipmentStatuses.filter((status) => eventsTo(status).includes(eventType));
}
