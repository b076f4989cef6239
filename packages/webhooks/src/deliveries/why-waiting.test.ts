import fc from "fast-check";
import { expect, test } from "vitest";
import { type WaitingFacts, whyWaiting } from "./why-waiting.ts";

const at = "2026-05-04T12:03:05.678Z";
const due: WaitingFacts = {
  underWay: false,
  endpointState: "active",
  endpointIsActive: true,
  pauseIsOver: true,
  pausedUntil: null,
  breaker: "closed",
  breakerLetsPass: true,
  retryAt: null,
  laneIsFree: true,
  head: null,
  isDue: true,
  dueAt: at,
  attempts: 2,
  slotsAreTaken: false,
};
const head = { sequence: 4, attempts: 2, dueAt: at, underWay: false };

// from the cause that outranks all others to the one that only counts alone
const causes: [string, Partial<WaitingFacts>, string, string | null][] = [
  ["under_way", { underWay: true }, "It is being sent now.", null],
  [
    "endpoint_paused",
    { endpointIsActive: false, endpointState: "paused" },
    "The endpoint is paused.",
    null,
  ],
  [
    "retry_after",
    { pauseIsOver: false, pausedUntil: at },
    "The receiver asked for a pause (Retry-After): nothing is sent before 2026-05-04T12:03:05Z.",
    at,
  ],
  [
    "breaker_open",
    { breaker: "open", breakerLetsPass: false, retryAt: at },
    "The circuit breaker is open after failures in a row: one delivery is tried at 2026-05-04T12:03:05Z.",
    at,
  ],
  [
    "earlier_event",
    { laneIsFree: false, head },
    "An earlier event of the same shipment (sequence 4) is in retry: its attempt 3 is made at 2026-05-04T12:03:05Z.",
    at,
  ],
  ["retry", { isDue: false }, "Attempt 3 is made at 2026-05-04T12:03:05Z.", at],
  [
    "slots_taken",
    { slotsAreTaken: true },
    "Other deliveries of the endpoint are under way, as many as may be.",
    null,
  ],
  ["due", {}, "It is due and is sent as soon as a worker is free.", null],
];

test.each(causes)("%s is said in words", (code, facts, sentence, until) => {
  expect(whyWaiting({ ...due, ...facts })).toEqual({ code, sentence, until });
});

test("of several causes the one that stops more is named", () => {
  for (const [index, [code, facts]] of causes.entries()) {
    const all = Object.assign({}, due, ...causes.slice(index).map(([, more]) => more), facts);
    expect(whyWaiting(all).code).toBe(code);
  }
});

test.each([
  [{ endpointIsActive: false, endpointState: "disabled" }, "endpoint_disabled"],
  [{ endpointIsActive: false, endpointState: "active" }, "endpoint_deleted"],
  [{ slotsAreTaken: true, breaker: "half_open" }, "breaker_half_open"],
  [{ slotsAreTaken: true, breaker: "open" }, "breaker_half_open"],
] as const)("%j is %s", (facts, code) => {
  expect(whyWaiting({ ...due, ...facts }).code).toBe(code);
});

test("a lane whose head has just ended, is being sent or was never tried is told apart", () => {
  const behind = (more: object | null) =>
    whyWaiting({ ...due, laneIsFree: false, head: more === null ? null : { ...head, ...more } });
  expect(behind(null).sentence).toMatch(/has just ended\.$/);
  expect(behind({ underWay: true }).sentence).toMatch(/is being sent\.$/);
  expect(behind({ attempts: 0 }).sentence).toMatch(/is to be sent first\.$/);
});

test("whatever the facts, there is one whole sentence", () => {
  const time = fc.option(fc.constant(at));
  const facts = fc.record({
    underWay: fc.boolean(),
    endpointState: fc.constantFrom("active" as const, "paused" as const, "disabled" as const),
    endpointIsActive: fc.boolean(),
    pauseIsOver: fc.boolean(),
    pausedUntil: time,
    breaker: fc.constantFrom("closed" as const, "open" as const, "half_open" as const),
    breakerLetsPass: fc.boolean(),
    retryAt: time,
    laneIsFree: fc.boolean(),
    head: fc.option(fc.constant(head)),
    isDue: fc.boolean(),
    dueAt: fc.constant(at),
    attempts: fc.nat({ max: 12 }),
    slotsAreTaken: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const { sentence } = whyWaiting(given);
      expect(sentence).toMatch(/^[A-Z][^.]*\.$/);
      expect(sentence).not.toMatch(/null|undefined/);
    }),
  );
});
