import { parsePosition, type Position } from "@shipment-tracking/contracts";
import type { Effect } from "../history/history.ts";
import { shareMarker } from "../history/marker-of.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { Fleet, KnownShipment } from "./fleet.ts";
import type { Answer } from "./request.ts";

/** A command before it is sent. */
export interface PlannedCommand {
  readonly marker: string;
  /** Null for a creation. */
  readonly streamIds: readonly string[] | null;
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly body: object;
  /** How a lost answer is asked for again: under the same Idempotency-Key, by what it names, or not at all. */
  readonly repeatable: "by_key" | "by_itself" | "never";
  /** What an answer with 2xx promises. */
  effectsOf(answer: Answer): readonly Effect[];
}

type Plan = (one: Planning) => PlannedCommand;

interface Planning {
  readonly fleet: Fleet;
  readonly random: SeededRandom;
  readonly marker: string;
  readonly shipment: KnownShipment;
}

/** The next command of a client: mostly scans, sometimes everything else that a dispatcher does. */
export function planCommand(fleet: Fleet, random: SeededRandom, marker: string): PlannedCommand {
  const shipment = fleet.pick(random);
  const plan = shipment === undefined ? planCreation : (random.pick(mixture) ?? planCreation);
  const nobody = { id: "", eventIds: [], commands: 0, newest: null };
  return plan({ fleet, random, marker, shipment: shipment ?? nobody });
}

const planCreation: Plan = ({ marker, random }) => ({
  marker,
  streamIds: null,
  method: "POST",
  path: "/api/shipments",
  body: {
    mode: random.pick(["parcel", "ftl", "air"]),
    origin: { city: random.pick(cities) },
    destination: { city: random.pick(cities) },
    internalNotes: marker,
    ...(random.next() < 0.5 ? { pickupScheduledAt: pastTime(random) } : {}),
  },
  repeatable: repeatable(random),
  effectsOf: (answer) => {
    const { shipment } = parse(answer) as { shipment: { id: string; version: number } };
    return [{ streamId: shipment.id, version: shipment.version, position: positionOf(answer) }];
  },
});

const planScan: Plan = ({ marker, random, shipment }) => ({
  ...onShipment(shipment, marker, "/events"),
  body: { ...scan(random), internalNote: marker, externalId: marker },
  repeatable: random.next() < 0.5 ? "by_itself" : repeatable(random),
  effectsOf: (answer) => {
    const { event } = parse(answer) as { event: { id: string } };
    if (!shipment.eventIds.includes(event.id)) shipment.eventIds.push(event.id);
    // 200: an earlier try had come through
    return answer.status === 201
      ? versioned(shipment, answer)
      : [{ streamId: shipment.id, version: null, position: null }];
  },
});

const planVoid: Plan = (planning) => {
  const { marker, random, shipment } = planning;
  // once: voiding again what is voided would not be this command's doing
  const eventId = shipment.eventIds.shift();
  if (eventId === undefined) return planScan(planning);
  const replacement = random.next() < 0.5 ? { replacement: scan(random) } : {};
  return {
    ...onShipment(shipment, marker, `/events/${eventId}/void`),
    body: { reason: marker, ...replacement },
    repeatable: repeatable(random),
    effectsOf: (answer) => versioned(shipment, answer),
  };
};

const planChange: Plan = ({ marker, random, shipment }) => ({
  ...onShipment(shipment, marker, ""),
  method: "PATCH",
  body: { internalNotes: marker, mode: random.pick(["parcel", "ltl", "ocean"]) },
  repeatable: repeatable(random),
  effectsOf: (answer) => {
    const { version } = (parse(answer) as { shipment: { version: number } }).shipment;
    return [{ streamId: shipment.id, version, position: positionOf(answer) }];
  },
});

const planTransition: Plan = ({ marker, random, shipment }) => ({
  ...onShipment(shipment, marker, random.pick(["/cancel", "/reopen", "/reopen", "/return"]) ?? ""),
  body: { reason: marker },
  repeatable: repeatable(random),
  effectsOf: (answer) => versioned(shipment, answer),
});

const planShare: Plan = ({ shipment, fleet }) => ({
  ...onShipment(shipment, shareMarker(shipment.id), "/share"),
  body: {},
  repeatable: "by_itself",
  effectsOf: (answer) => {
    fleet.tokens.add((parse(answer) as { trackingToken: string }).trackingToken);
    return [{ streamId: shipment.id, version: null, position: null }];
  },
});

const planBulk: Plan = ({ marker, random, fleet }) => {
  const shipmentIds = fleet.pickSome(random, random.between(2, 12)).map(({ id }) => id);
  return {
    marker,
    streamIds: shipmentIds,
    method: "POST",
    path: "/api/shipments/bulk/events",
    body: { shipmentIds, ...scan(random), internalNote: marker },
    repeatable: repeatable(random),
    effectsOf: (answer) =>
      (parse(answer) as { results: readonly BulkResult[] }).results
        .filter((result) => result.outcome === "recorded")
        .map(({ shipmentId, version, position }) => ({
          streamId: shipmentId,
          version,
          position: parsePosition(position),
        })),
  };
};

interface BulkResult {
  readonly shipmentId: string;
  readonly outcome: string;
  readonly version: number;
  readonly position: string;
}

const mixture: readonly Plan[] = [
  ...repeated(planCreation, 3),
  ...repeated(planScan, 9),
  ...repeated(planVoid, 2),
  ...repeated(planChange, 2),
  ...repeated(planTransition, 2),
  planShare,
  ...repeated(planBulk, 1),
];

const cities = ["Bern", "Zürich", "København", "東京", "New York", "São Paulo"];
const eventTypes = ["pickup", "departure", "arrival", "in_transit", "customs_hold", "delivered"];

function onShipment(shipment: KnownShipment, marker: string, action: string) {
  shipment.commands += 1;
  const path = `/api/shipments/${shipment.id}${action}`;
  return { marker, streamIds: [shipment.id], method: "POST", path } as const;
}

function scan(random: SeededRandom) {
  const eventType = random.pick(eventTypes);
  return { eventType, city: random.pick(cities), eventAt: pastTime(random) };
}

/** Within the last three days, to the millisecond: two scans are hardly ever the same fact. */
function pastTime(random: SeededRandom): string {
  return new Date(Date.now() - random.between(0, 3 * 86_400_000)).toISOString();
}

function repeatable(random: SeededRandom): "by_key" | "never" {
  return random.next() < 0.8 ? "by_key" : "never";
}

function versioned(shipment: KnownShipment, answer: Answer): readonly Effect[] {
  const { version } = parse(answer) as { version: number };
  return [{ streamId: shipment.id, version, position: positionOf(answer) }];
}

function positionOf(answer: Answer): Position | null {
  return parsePosition(answer.headers.get("x-position") ?? "");
}

// its callers say with `as` what the interface promises; the checks would tell if it were otherwise
function parse(answer: Answer): unknown {
  return JSON.parse(answer.text);
}

function repeated(plan: Plan, times: number): readonly Plan[] {
  return Array.from({ length: times }, () => plan);
}
