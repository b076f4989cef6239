import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { decideShipment } from "./decide.ts";
import { currentStatus } from "./current-status.ts";
import { evolveShipment } from "./evolve.ts";
import { create, eventId, now, record, voiding } from "./fixtures/commands.ts";
import { histories, scansAtDistinctTimes } from "./fixtures/histories.ts";
import { eventOf, play, playOn, timeline } from "./fixtures/play.ts";
import { readLog } from "./fixtures/read-log.ts";
import { referenceFold } from "./fixtures/reference-fold.ts";
import { liveFacts, loadWindow, openStore, saveWindow } from "./fixtures/row-store.ts";
import type { ReportedEvent, ShipmentCommand } from "./commands.ts";
import type { ShipmentEvent } from "./events.ts";
import type { ShipmentState } from "./state.ts";

// each property takes under 2 s on two idle cores; a busy machine must not fail it
vi.setConfig({ testTimeout: 60_000 });

const runs = { numRuns: 300 };

interface Live {
  readonly state: ShipmentState;
  readonly log: readonly ShipmentEvent[];
}

const born: Live = { state: play(create()), log: [eventOf(decideShipment(create(), null))] };

/** One command on the whole history; refusals and repeats leave it as it is. */
function live({ state, log }: Live, command: ShipmentCommand): Live {
  const decision = decideShipment(command, state);
  if (decision.outcome !== "accepted") return { state, log };
  const event = eventOf(decision);
  return { state: evolveShipment(state, event), log: [...log, event] };
}

function recordAll(reports: readonly ReportedEvent[]): Live {
  return reports
    .map((event): ShipmentCommand => ({ type: "record_tracking_event", now, event }))
    .reduce(live, born);
}

describe("any history", () => {
  test("reads the same through an independent fold of the log, after each event", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        let at = born;
        for (const command of commands) {
          at = live(at, command);
          const reference = referenceFold(at.log);
          expect(currentStatus(at.state)).toBe(reference.status);
          expect(timeline(at.state)).toEqual(reference.timeline);
        }
      }),
      runs,
    );
  });

  test("restates exactly the earlier entries whose as-of status moved", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { log } = commands.reduce(live, born);
        for (const [index, event] of log.entries()) {
          const before = new Map(referenceFold(log.slice(0, index)).timeline.map(splitLine));
          const moved = referenceFold(log.slice(0, index + 1))
            .timeline.map(splitLine)
            .filter(([id, status]) => before.has(id) && before.get(id) !== status);
          expect(event.restated.map((entry) => [entry.eventId, entry.status])).toEqual(moved);
        }
      }),
      runs,
    );
  });

  test("is told whole by its events: a reader that only applies them sees status and timeline", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { state, log } = commands.reduce(live, born);
        const reading = readLog(log);
        expect(reading.status).toBe(currentStatus(state));
        expect([...reading.entries].map(joinLine).toSorted()).toEqual(timeline(state).toSorted());
      }),
      runs,
    );
  });

  test("replayed from its stored events gives the same state", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { state, log } = commands.reduce(live, born);
        // the log is stored as JSON
        const stored: readonly ShipmentEvent[] = JSON.parse(JSON.stringify(log));
        const replayed = stored.reduce<ShipmentState | null>(evolveShipment, null);
        expect(replayed).toEqual(state);
        expect(replayed?.version).toBe(log.length);
      }),
      runs,
    );
  });

  test("is decided on windows as on the whole, in batches of any size, and saved by what changed", () => {
    const batches = fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 5 }), slack: fc.nat({ max: 5 }) }),
      {
        minLength: 30,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(histories, batches, (commands, plan) => {
        const store = openStore(born.state);
        let whole = born.state;
        let rest = commands;
        for (const { size, slack } of plan) {
          if (rest.length === 0) break;
          const batch = rest.slice(0, size);
          rest = rest.slice(size);
          const loaded = loadWindow(store, batch, slack * 60_000);
          const events: ShipmentEvent[] = [];
          let window = loaded;
          for (const command of batch) {
            const decision = decideShipment(command, window);
            expect(decision).toEqual(decideShipment(command, whole));
            if (decision.outcome !== "accepted") continue;
            events.push(eventOf(decision));
            window = evolveShipment(window, eventOf(decision));
            whole = evolveShipment(whole, eventOf(decision));
          }
          saveWindow(store, { before: loaded, events, after: window });
          expect(liveFacts(store)).toEqual(whole.facts);
        }
      }),
      runs,
    );
  });

  test("repeats a recorded scan without a second event, however often it comes", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        for (const command of commands) {
          if (command.type !== "record_tracking_event") continue;
          const once = live(born, command);
          expect(decideShipment(command, once.state)).toEqual({
            outcome: "repeat",
            eventId: command.event.eventId,
          });
        }
        const after = commands.reduce(live, born);
        const scans = commands.filter(
          (command) =>
            command.type === "record_tracking_event" &&
            after.state.facts.some((fact) => fact.eventId === command.event.eventId),
        );
        expect(scans.reduce(live, after).log).toHaveLength(after.log.length);
      }),
      runs,
    );
  });
});

describe("scans at distinct times", () => {
  const shuffled = scansAtDistinctTimes.chain((scans) =>
    fc.tuple(
      fc.constant(scans),
      fc.shuffledSubarray([...scans], { minLength: scans.length, maxLength: scans.length }),
    ),
  );

  test("give the same status and timeline in any order of arrival, to readers as well", () => {
    fc.assert(
      fc.property(shuffled, ([scans, order]) => {
        const one = recordAll(scans);
        const other = recordAll(order);
        expect(timeline(other.state)).toEqual(timeline(one.state));
        expect(other.state.facts).toHaveLength(scans.length);
        expect(currentStatus(other.state)).toBe(currentStatus(one.state));
        expect(new Map(readLog(other.log).entries)).toEqual(new Map(readLog(one.log).entries));
      }),
      runs,
    );
  });

  test("and a started return among them do so too", () => {
    fc.assert(
      fc.property(shuffled, fc.nat(), ([scans, order], pick) => {
        const turn = scans[pick % Math.max(scans.length, 1)]?.eventId;
        const entries = (reports: readonly ReportedEvent[]) =>
          reports.map((entry): ShipmentEvent => ({
            status: "draft",
            previousStatus: "draft",
            statusChanged: false,
            restated: [],
            entry: { ...entry, status: "draft" },
            ...(entry.eventId === turn
              ? { type: "shipment.return_started", reason: null }
              : { type: "shipment.tracking_event_recorded" }),
          }));
        const one = entries(scans).reduce(evolveShipment, born.state);
        const other = entries(order).reduce(evolveShipment, born.state);
        expect(timeline(other)).toEqual(timeline(one));
      }),
      runs,
    );
  });
});

test("recording and voiding is the identity, whatever the history and the scan", () => {
  fc.assert(
    fc.property(histories, scansAtDistinctTimes, (commands, scans) => {
      const { state } = commands.reduce(live, born);
      for (const scan of scans) {
        const event = { ...scan, eventId: eventId("added") };
        const recorded = decideShipment({ type: "record_tracking_event", now, event }, state);
        if (recorded.outcome !== "accepted") continue;
        const after = playOn(evolveShipment(state, eventOf(recorded)), voiding("added"));
        expect(after).toEqual({
          ...state,
          version: state.version + 2,
          voidedIds: [...state.voidedIds, "added"],
        });
      }
    }),
    runs,
  );
});

test("voiding and recording the same fact again tells the same story", () => {
  fc.assert(
    fc.property(scansAtDistinctTimes, fc.nat(), (scans, pick) => {
      const { state } = recordAll(scans);
      const target = scans[pick % Math.max(scans.length, 1)];
      if (target === undefined) return;
      const again = { ...target, eventId: eventId("again") };
      const renamed = timeline(state).map((line) => line.replace(`${target.eventId} `, "again "));
      const twoSteps = playOn(state, voiding(target.eventId), record(again.eventType, again));
      const oneStep = playOn(state, voiding(target.eventId, again));
      expect(timeline(twoSteps)).toEqual(renamed);
      expect(timeline(oneStep)).toEqual(renamed);
    }),
    runs,
  );
});

function splitLine(line: string): [string, string] {
  const [id = "", status = ""] = line.split(" ");
  return [id, status];
}

function joinLine([id, status]: readonly [string, string]): string {
  return `${id} ${status}`;
}
