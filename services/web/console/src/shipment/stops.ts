import type { Entry, Whole } from "./shipment.ts";

/** A place on the stop line. */
export interface Stop {
  readonly city: string;
  readonly role: "origin" | "between" | "destination";
  /** The appointment. */
  readonly planned: string | null;
  /** When something first happened there, and last. */
  readonly actual: string | null;
  /** In milliseconds behind the appointment; null when one of them is missing. */
  readonly delayMs: number | null;
  readonly reached: boolean;
}

const mostBetween = 4;

/** Origin, the cities of the events between in the order they were first seen (the newest of many), destination. */
export function stopsOf({ shipment, events }: Pick<Whole, "shipment" | "events">): readonly Stop[] {
  const facts = events.filter(({ voidedAt }) => voidedAt === null).toReversed();
  const origin = shipment.origin?.city ?? null;
  const destination = shipment.destination?.city ?? null;
  const pickup = facts.find(({ eventType }) => eventType === "pickup" || eventType === "departure");
  const delivered = facts.findLast(({ eventType }) => eventType === "delivered");
  const arrived = delivered ?? facts.find((fact) => isIn(fact, destination));
  const between = new Map<string, Entry>();
  for (const fact of facts) {
    if (isIn(fact, origin) || isIn(fact, destination)) continue;
    if (!between.has(fact.city)) between.set(fact.city, fact);
  }
  return [
    stop("origin", {
      city: origin ?? "Origin not known",
      planned: shipment.pickupScheduledAt,
      actual: pickup?.eventAt ?? null,
      reached: facts.length > 0,
    }),
    ...[...between.values()].slice(-mostBetween).map((fact) =>
      stop("between", {
        city: fact.city,
        planned: null,
        actual: fact.eventAt,
        reached: true,
      }),
    ),
    stop("destination", {
      city: destination ?? "Destination not known",
      planned: shipment.deliveryScheduledAt,
      actual: arrived?.eventAt ?? null,
      reached: arrived !== undefined,
    }),
  ];
}

function stop(role: Stop["role"], given: Omit<Stop, "role" | "delayMs">): Stop {
  const { planned, actual } = given;
  const delayMs =
    planned === null || actual === null ? null : Date.parse(actual) - Date.parse(planned);
  return { role, ...given, delayMs };
}

function isIn(fact: Entry, city: string | null): boolean {
  return city !== null && fact.city.toLowerCase() === city.toLowerCase();
}
