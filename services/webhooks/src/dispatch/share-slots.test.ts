import { expect, test } from "vitest";
import type { PickedEndpoint } from "./pick-endpoints.ts";
import { fullTenants, shareSlots, tenantLimit } from "./share-slots.ts";

function endpoint(id: string, tenantId: string, more: Partial<PickedEndpoint> = {}) {
  const closed = { breaker: "closed", rampSlots: null, inFlight: 0, expired: 0 } as const;
  return { endpointId: id, tenantId, ...closed, ...more };
}

const many = (tenantId: string, count: number) =>
  Array.from({ length: count }, (_, n) => endpoint(`${tenantId}-${String(n)}`, tenantId));

const limits = { max: 256, running: new Map<string, number>(), perEndpoint: 4 };

const total = (slots: ReadonlyMap<string, number>, tenantId: string) =>
  [...slots].reduce((sum, [id, count]) => sum + (id.startsWith(tenantId) ? count : 0), 0);

test("an endpoint gets at most its slots, less what is under way", () => {
  const slots = shareSlots(
    [endpoint("a", "t"), endpoint("b", "t", { inFlight: 3 }), endpoint("c", "t", { inFlight: 4 })],
    limits,
  );
  expect([...slots]).toEqual([
    ["a", 4],
    ["b", 1],
  ]);
});

test("an endpoint that ramps up gets its ramp; one whose breaker is not closed gets one probe", () => {
  const slots = shareSlots(
    [
      endpoint("ramp", "t", { rampSlots: 2 }),
      endpoint("open", "t", { breaker: "open" }),
      endpoint("half", "t", { breaker: "half_open", inFlight: 1 }),
    ],
    limits,
  );
  expect([...slots]).toEqual([
    ["ramp", 2],
    ["open", 1],
  ]);
});

test("while others wait a tenant gets a quarter of the free slots", () => {
  const slots = shareSlots([...many("a", 100), ...many("b", 1)], limits);
  expect(total(slots, "a")).toBe(64);
  expect(total(slots, "b")).toBe(4);
  const busy = { ...limits, running: new Map([["c", 156]]) };
  expect(total(shareSlots([...many("a", 100), ...many("b", 1)], busy), "a")).toBe(25);
});

test("alone it gets all but the quarter that is kept for those who come", () => {
  expect(total(shareSlots(many("a", 100), limits), "a")).toBe(192);
  const running = new Map([["a", 190]]);
  expect(total(shareSlots(many("a", 100), { ...limits, running }), "a")).toBe(2);
  expect(fullTenants({ ...limits, running })).toEqual([]);
  expect(fullTenants({ ...limits, running: new Map([["a", 192]]) })).toEqual(["a"]);
});

test("no more is given than is free, and everybody gets something while there is", () => {
  const running = new Map([["x", 250]]);
  const slots = shareSlots([...many("a", 3), ...many("b", 3)], { ...limits, running });
  expect([total(slots, "a"), total(slots, "b")]).toEqual([1, 1]);
  expect(shareSlots(many("a", 3), { ...limits, running: new Map([["x", 256]]) }).size).toBe(0);
});

test("a process with few slots serves everybody in turn", () => {
  expect(tenantLimit(1)).toBe(1);
  expect([...shareSlots([...many("a", 1), ...many("b", 1)], { ...limits, max: 1 })]).toEqual([
    ["a-0", 1],
  ]);
});
