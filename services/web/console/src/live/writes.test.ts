import { beforeEach, expect, test } from "vitest";
import { createWriteTracker, type WriteTracker } from "./writes.ts";

let now: number;
let tracker: WriteTracker;

beforeEach(() => {
  now = 1_000;
  tracker = createWriteTracker(() => now);
});

const states = () => tracker.writes().map(({ state }) => state);

test("a write is saving, saved, and visible once the read side shows its position or a later one of its part", () => {
  const id = tracker.begin("Pickup recorded");
  expect(states()).toEqual([{ kind: "saving" }]);
  tracker.saved(id, "12.345");
  now += 20;
  tracker.applied(["12.344", "13.900"]);
  expect(states()).toEqual([{ kind: "saved", position: "12.345", at: 1_000 }]);
  now += 18;
  tracker.applied(["12.350"]);
  expect(states()).toEqual([{ kind: "visible", afterMs: 38 }]);
  expect(tracker.waitingSince()).toBeNull();
});

test("the stream may be faster than the answer", () => {
  const id = tracker.begin("x");
  tracker.applied(["1.7"]);
  now += 5;
  tracker.saved(id, "1.7");
  expect(states()).toEqual([{ kind: "visible", afterMs: 0 }]);
});

test("a command that changed nothing is finished when it is answered", () => {
  tracker.saved(tracker.begin("x"), null);
  tracker.applied(["1.7"]);
  expect(states()).toEqual([{ kind: "saved", position: null, at: 1_000 }]);
  expect(tracker.waitingSince()).toBeNull();
});

test("what waits longest says since when the read side is behind, own writes and others' changes", () => {
  tracker.expect("3.1");
  now += 100;
  tracker.saved(tracker.begin("x"), "4.1");
  expect(tracker.waitingSince()).toBe(1_000);
  tracker.applied(["3.2"]);
  expect(tracker.waitingSince()).toBe(1_100);
  tracker.expect("3.2");
  tracker.applied(["4.1"]);
  expect(tracker.waitingSince()).toBeNull();
});

test("after a break of the stream nothing is known of others' changes", () => {
  tracker.expect("3.1");
  tracker.forgetExpected();
  expect(tracker.waitingSince()).toBeNull();
});

test("listeners are told, and the list is a new one only when something changed", () => {
  let told = 0;
  const leave = tracker.subscribe(() => (told += 1));
  const before = tracker.writes();
  const id = tracker.begin("x");
  expect(tracker.writes()).not.toBe(before);
  tracker.drop(id);
  expect(tracker.writes()).toEqual([]);
  expect(told).toBe(2);
  leave();
  tracker.begin("y");
  expect(told).toBe(2);
});
