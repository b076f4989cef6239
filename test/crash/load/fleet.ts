import type { Position } from "@shipment-tracking/contracts";
import type { SeededRandom } from "../seeded-random.ts";

/** A shipment as its clients know it from the answers they got. */
export interface KnownShipment {
  readonly id: string;
  /** Entries of its timeline that can be voided. */
  readonly eventIds: string[];
  commands: number;
  /** The newest answer: readers that ask for this position must see at least this version. */
  newest: { readonly version: number; readonly position: Position } | null;
}

/** One tenant's shipments, shared by all of its clients. */
export interface Fleet {
  readonly tenantId: string;
  readonly cookie: string;
  readonly apiKey: string;
  readonly shipments: readonly KnownShipment[];
  /** Tracking tokens that sharing answered with. */
  readonly tokens: Set<string>;
  add(shipmentId: string): KnownShipment;
  find(shipmentId: string): KnownShipment | undefined;
  /** One of the newest, which is where things happen. */
  pick(random: SeededRandom): KnownShipment | undefined;
  pickSome(random: SeededRandom, count: number): readonly KnownShipment[];
}

/** A timeline as long as real ones get: then the shipment is left alone. */
const longestHistory = 30;
const active = 40;

export function createFleet(tenant: {
  readonly tenantId: string;
  readonly cookie: string;
  readonly apiKey: string;
}): Fleet {
  const shipments: KnownShipment[] = [];
  const byId = new Map<string, KnownShipment>();
  const candidates = (): readonly KnownShipment[] =>
    shipments.slice(-active).filter((shipment) => shipment.commands < longestHistory);
  return {
    ...tenant,
    shipments,
    tokens: new Set(),
    add(id) {
      const known = byId.get(id) ?? { id, eventIds: [], commands: 0, newest: null };
      if (!byId.has(id)) shipments.push(known);
      byId.set(id, known);
      return known;
    },
    find: (id) => byId.get(id),
    pick: (random) => random.pick(candidates()),
    pickSome: (random, count) => {
      const picked = Array.from({ length: count }, () => random.pick(candidates()));
      return [...new Set(picked)].filter((shipment) => shipment !== undefined);
    },
  };
}
