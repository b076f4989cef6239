import { partOf } from "@shipment-tracking/event-log";
import { alpine, crate, nordic, pallet, parcel, tokenHash } from "./good-history.ts";
import type { History, Invariant } from "./history.ts";
import {
  answer,
  answersOf,
  askedBy,
  askedOf,
  createdTwice,
  current,
  decide,
  fail,
  forget,
  idOf,
  lag,
  lagOfTopic,
  look,
  misreport,
  moveStream,
  newestLast,
  relog,
  rewrite,
  show,
  showDetail,
  skipPosition,
  swapPlaces,
  twice,
  versionOf,
  without,
} from "./spoil.ts";

/** One way to spoil a good history: what is wrong, the promise that it breaks (and no other), the spoilt history. */
export type Mutation = readonly [string, Invariant, (good: History) => History];

export const mutations: readonly Mutation[] = [
  ["an answered event is lost", "I1", (good) => relog(good, without(good, "c9"))],
  ["a command is answered and never written", "I1", (good) => answer(good, "c10", pallet)],
  [
    "an answer names another position",
    "I1",
    (good) => misreport(good, "c9", { position: { part: partOf(crate), pos: 77 } }),
  ],
  ["an answer names another version", "I1", (good) => misreport(good, "c9", { version: 7 })],
  ["an answered event is written twice", "I2", (good) => relog(good, twice(good, "c9"))],
  [
    "an unanswered event is written twice",
    "I2",
    (good) => decide(relog(good, twice(good, "c9")), "c9", { kind: "unknown" }),
  ],
  ["an unanswered creation made two shipments", "I2", (good) => createdTwice(good)],
  ["nobody asked for an event", "I2", (good) => forget(good, "c9")],
  [
    "an event of a refused command is there",
    "I2",
    (good) => decide(good, "c9", { kind: "refused", status: 409 }),
  ],
  ["an event was asked for by another tenant", "I2", (good) => askedBy(good, "c9", alpine)],
  [
    "an event was asked for of another shipment",
    "I2",
    (good) => decide(askedOf(good, "c9", [pallet]), "c9", { kind: "unknown" }),
  ],
  [
    "an event has the id of another one",
    "I2",
    (good) => rewrite(good, "c9", { id: idOf(good, "c8") }),
  ],
  [
    "a stream skips a version",
    "I4",
    (good) => misreport(rewrite(good, "c9", { version: 3 }), "c9", { version: 3 }),
  ],
  ["two events of a stream change places", "I4", (good) => swapPlaces(good, "c8", "c9")],
  ["a part skips a position", "I4", (good) => skipPosition(good, "c9")],
  [
    "a head is beyond the last event",
    "I4",
    (good) => ({
      ...good,
      heads: new Map([...good.heads].map(([part, pos]) => [part, pos + 1])),
    }),
  ],
  ["a head is behind the last event", "I4", (good) => ({ ...good, heads: new Map() })],
  ["an event lies in another part", "I4", (good) => moveStream(good, crate)],
  ["a shipment is stale", "I3", (good) => showDetail(good, parcel, versionOf(good, parcel, 3))],
  [
    "a shipment has another status",
    "I3",
    (good) => showDetail(good, parcel, current(good).replace("picked_up", "in_transit")),
  ],
  [
    "a shipment has a field more",
    "I3",
    (good) => showDetail(good, parcel, current(good).replace("{", '{"note":"x",')),
  ],
  [
    "another tenant's shipment is shown",
    "I3",
    (good) =>
      show(good, alpine, ({ details }) => ({
        details: new Map([...details, ...(answersOf(good, nordic)?.details ?? [])]),
      })),
  ],
  [
    "a shipment is shown that the log does not have",
    "I3",
    (good) =>
      show(good, alpine, ({ items }) => ({
        items: [...items, { id: idOf(good, "c9"), text: "{}" }],
      })),
  ],
  ["a shipment is missing", "I3", (good) => show(good, nordic, () => ({ details: new Map() }))],
  [
    "an item is missing in the list",
    "I3",
    (good) => show(good, alpine, ({ items }) => ({ items: items.slice(1) })),
  ],
  [
    "an item is listed twice",
    "I3",
    (good) => show(good, alpine, ({ items }) => ({ items: [...items.slice(0, 1), ...items] })),
  ],
  ["the list is not newest first", "I3", (good) => newestLast(good)],
  [
    "a shared link leads nowhere",
    "I3",
    (good) => show(good, alpine, () => ({ publicViews: new Map([[tokenHash, null]]) })),
  ],
  [
    "a poller sees a state that never was",
    "I3",
    (good) => look(good, { text: current(good).replace("Bern", "Basel") }),
  ],
  [
    "a poller sees an older version",
    "I5",
    (good) => look(good, { text: versionOf(good, parcel, 3) }),
  ],
  ["a shipment vanishes from a poller's sight", "I5", (good) => look(good, { text: null })],
  [
    "a poller sees less than was promised",
    "I5",
    (good) =>
      look(good, { text: versionOf(good, parcel, 2), askedAt: 0, answeredAt: 1, atLeast: 3 }),
  ],
  ["an error has no fault", "I9", (good) => fail(good, { status: 500, endedAt: 500 })],
  ["no answer comes without a fault", "I9", (good) => fail(good, { status: null, endedAt: 900 })],
  [
    "an error comes more than two seconds after healing",
    "I9",
    (good) => fail(good, { status: 503, endedAt: 9_001, door: "api" }),
  ],
  [
    "an error comes while only a process behind the log is down",
    "I9",
    (good) => fail(good, { status: 500, endedAt: 3_600 }),
  ],
  ["readers need longer than ten seconds", "I10", (good) => lag(good, 10_001)],
  ["readers never catch up", "I10", (good) => lag(good, null)],
  ["the topic needs longer than ten seconds", "I10", (good) => lagOfTopic(good, 10_001)],
  ["the topic never catches up", "I10", (good) => lagOfTopic(good, null)],
  [
    "a process ends by itself",
    "I10",
    (good) => ({
      ...good,
      exits: [...good.exits, { component: "api", at: 6_000, how: "exit code 1", wanted: false }],
    }),
  ],
];
