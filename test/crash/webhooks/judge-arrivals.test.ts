import { expect, test } from "vitest";
import { judgeArrivals } from "./judge-arrivals.ts";
import type { Arrival } from "./witness.ts";

const endpoints = ["first"];
const changes = [2, 3, 4].map((sequence) => ({
  id: `m${String(sequence)}`,
  shipmentId: "s",
  sequence,
}));

function arrival(sequence: number, more: Partial<Arrival> = {}): Arrival {
  return {
    at: sequence * 100,
    endpoint: "first",
    webhookId: `m${String(sequence)}`,
    attempt: 1,
    shipmentId: "s",
    sequence,
    body: Buffer.from(`body ${String(sequence)}`),
    status: 204,
    signatureFault: null,
    ...more,
  };
}

const good = [
  arrival(2),
  arrival(3, { status: 500 }),
  arrival(3, { at: 310, attempt: 2 }),
  arrival(4),
];
const again = arrival(4, { at: 460, attempt: 2 });

function judged(arrivals: readonly Arrival[], deaths: readonly number[] = []): readonly string[] {
  const course = {
    changes,
    endpoints,
    deaths: deaths.map((at) => ({ where: "anywhere", at })),
  };
  return judgeArrivals(course, arrivals);
}

test("what was kept is not complained about: a retry, and a duplicate after a death", () => {
  expect(judged(good)).toEqual([]);
  expect(judged([...good, again], [450])).toEqual([]);
});

test.each<[string, readonly Arrival[], RegExp]>([
  ["a lost message", good.filter(({ sequence }) => sequence !== 4), /never accepted m4/],
  ["one that was only refused", good.toSpliced(2, 1), /never accepted m3/],
  ["a message behind a later one", [good[3] ?? again, ...good.slice(0, 3)], /came after m4/],
  [
    "one that overtook another",
    good.toSpliced(2, 1).concat(arrival(3, { at: 500, attempt: 2 })),
    /m4 .* overtook m3/,
  ],
  [
    "another body",
    good.with(2, arrival(3, { attempt: 2, body: Buffer.from("x") })),
    /another body/,
  ],
  ["a bad signature", good.with(0, arrival(2, { signatureFault: "no" })), /m2 .*: no$/],
  ["a stranger", [...good, arrival(5, { shipmentId: "t" })], /is no change that was made/],
  ["another address", [...good, arrival(4, { endpoint: "third" })], /unknown address/],
  ["an attempt's number again", good.with(2, arrival(3)), /came after attempt 1/],
  ["a duplicate without a death", [...good, again], /came again though no worker had died/],
])("%s is found", (_, arrivals, fault) => {
  expect(judged(arrivals).join("\n")).toMatch(fault);
});

test("more duplicates of one death than were under way are found", () => {
  const many = Array.from({ length: 5 }, (_, n) => ({
    id: `n${String(n)}`,
    shipmentId: `s${String(n)}`,
    sequence: 2,
  }));
  const of = (attempt: number, at: number) =>
    many.map(({ id, shipmentId }) => arrival(2, { webhookId: id, shipmentId, attempt, at }));
  const course = { changes: many, endpoints, deaths: [{ where: "anywhere", at: 200 }] };
  expect(judgeArrivals(course, [...of(1, 100), ...of(2, 300)])).toEqual([
    "n4 at first is duplicate 5 of one death at first, accepted before any other",
  ]);
  expect(judgeArrivals(course, [...of(1, 100), ...of(2, 300).slice(1)])).toEqual([]);
});

test("what was answered 500 when it came again is no duplicate the next time", () => {
  const [change] = changes;
  const of = (attempt: number, at: number, status: number) =>
    arrival(2, { webhookId: change?.id ?? "", attempt, at, status });
  const course = {
    changes: changes.slice(0, 1),
    endpoints,
    deaths: [{ where: "anywhere", at: 150 }],
  };
  expect(judgeArrivals(course, [of(1, 100, 204), of(2, 200, 500), of(3, 300, 204)])).toEqual([]);
  const [fault] = judgeArrivals(course, [of(1, 100, 204), of(2, 200, 204), of(3, 300, 204)]);
  expect(fault).toMatch(/came again though no worker had died/);
});
