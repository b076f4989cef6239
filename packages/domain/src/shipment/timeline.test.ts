import { describe, expect, test } from "vitest";
import { changedFacts } from "./changed-facts.ts";
import { decideShipment } from "./decide.ts";
import { evolveShipment } from "./evolve.ts";
import { create, eventId, minute, record, report, share, voiding } from "./fixtures/commands.ts";
import { eventOf, play, playOn } from "./fixtures/play.ts";
import { changeTimeline, indexAfter, indexFrom } from "./timeline.ts";
import type { Fact, ShipmentState } from "./state.ts";

const state = play(
  create(),
  record("pickup", { eventAt: minute(10) }),
  record("departure", { eventAt: minute(20) }),
  record("out_for_delivery", { eventAt: minute(40) }),
);

function ids(facts: readonly Fact[]): readonly string[] {
  return facts.map((fact) => fact.eventId);
}

/** A history of one scan a minute, already folded: what a loader would give. */
function longHistory(facts: number): ShipmentState {
  const after = { status: "in_transit", moved: true, back: false } as const;
  const fact = (_: unknown, index: number): Fact => ({
    eventId: eventId(`old-${String(index)}`),
    kind: "scan",
    eventType: "in_transit",
    city: "Zug",
    eventAt: minute(index),
    recordedVersion: index + 2,
    externalId: null,
    after,
  });
  return { ...play(create()), version: facts + 1, facts: Array.from({ length: facts }, fact) };
}

describe("what has to be written after a command", () => {
  test("is the new fact alone when it comes in order", () => {
    const after = playOn(state, record("delivered", { eventAt: minute(50) }));
    expect(ids(changedFacts(state, after))).toEqual(["delivered"]);
  });

  test("is the late fact and those that fold differently, until the fold meets what is stored", () => {
    const after = playOn(state, record("customs_hold", { eventAt: minute(5) }));
    expect(ids(changedFacts(state, after))).toEqual(["customs_hold"]);
    const held = playOn(state, record("customs_hold", { eventAt: minute(25) }));
    const arrived = playOn(held, record("arrival", { eventAt: minute(30) }));
    expect(ids(changedFacts(held, playOn(arrived, voiding("customs_hold"))))).toEqual(["arrival"]);
  });

  test("includes a fact whose status stays but whose fold does not", () => {
    const dock = play(
      create(),
      record("exception", { eventAt: minute(10) }),
      record("arrival", { eventAt: minute(20) }),
    );
    const late = record("pickup", { eventAt: minute(5) });
    const event = eventOf(decideShipment(late, dock));
    expect(event.restated).toEqual([]);
    expect(ids(changedFacts(dock, evolveShipment(dock, event)))).toEqual([
      "pickup",
      "exception",
      "arrival",
    ]);
  });

  test("leaves out the facts between a voided one and its replacement that fold as before", () => {
    const replacement = report("pickup", { eventId: eventId("new"), eventAt: minute(5) });
    const same = playOn(
      state,
      record("departure", { eventId: eventId("voided"), eventAt: minute(50) }),
    );
    const replaced = playOn(same, voiding("voided", replacement));
    expect(ids(changedFacts(same, replaced))).toEqual(["new"]);
  });

  test("is nothing when no fact was touched, and everything for a shipment not known before", () => {
    expect(changedFacts(state, playOn(state, share))).toEqual([]);
    expect(ids(changedFacts(null, state))).toEqual(["pickup", "departure", "out_for_delivery"]);
  });
});

describe("a shipment with 10,000 facts", () => {
  const long = longHistory(10_000);

  test("folds one fact for one in order, and touches no other", () => {
    const reads: number[] = [];
    const watched = long.facts.map((fact, index) => watchFold(fact, () => reads.push(index)));
    const event = record("delivered", { eventAt: minute(10_000) }).event;
    const added = { ...event, kind: "scan", recordedVersion: long.version + 1 } as const;
    changeTimeline({ ...long, facts: watched }, { added });
    expect(reads).toEqual([9_999]);
  });

  test("meets the stored fold at once for a late fact that changes nothing", () => {
    const after = playOn(long, record("arrival", { eventAt: minute(0) }));
    expect(ids(changedFacts(long, after))).toEqual(["arrival"]);
  });

  // 0.1 to 0.2 s on two cores
  test("takes 500 late commands in one window well within the test's time", () => {
    let at = long;
    for (let index = 0; index < 500; index++) {
      const name = eventId(`new-${String(index)}`);
      const externalId = `feed-${String(index)}`;
      const command = record("arrival", { eventId: name, eventAt: minute(index * 20), externalId });
      at = evolveShipment(at, eventOf(decideShipment(command, at)));
    }
    expect(at.facts).toHaveLength(10_500);
    expect(changedFacts(long, at)).toHaveLength(500);
  }, 30_000);
});

test("instants are found from their first and after their last fact", () => {
  const at = [1, 2, 2, 2, 5].map((n) => minute(n));
  const facts = at.map((eventAt): Fact => ({ ...longFact, eventAt }));
  expect([0, 1, 2, 3, 5, 6].map((n) => indexFrom(facts, minute(n)))).toEqual([0, 0, 1, 4, 4, 5]);
  expect([0, 1, 2, 3, 5, 6].map((n) => indexAfter(facts, minute(n)))).toEqual([0, 1, 4, 4, 5, 5]);
  expect(indexFrom([], minute(1))).toBe(0);
});

const longFact = longHistory(1).facts[0] ?? failToBuild();

function failToBuild(): never {
  throw new Error("a history of one fact has one");
}

/** The same fact, telling when its fold is read. */
function watchFold(fact: Fact, read: () => void): Fact {
  const { after } = fact;
  return {
    ...fact,
    get after() {
      read();
      return after;
    },
  };
}
