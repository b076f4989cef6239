import { expect, it } from "vitest";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { HeldDeliveries, type ReadyDelivery } from "./held-deliveries.ts";

const receiver = { endpointId: "a", url: "https://example.com", headers: [], secrets: [] };

function delivery(id: string, endpointId = "a", tenantId = "t"): ClaimedDelivery {
  return {
    id,
    endpointId,
    tenantId,
    claimId: "c",
    messageId: id,
    shipmentId: null,
    sequence: 1,
    kind: "event",
    attempt: 1,
    attemptStartedAt: "2026-03-01T10:00:00.000Z",
    firstAttemptAt: "2026-03-01T10:00:00.000Z",
    body: Buffer.alloc(0),
    recordedAt: "2026-03-01T10:00:00.000Z",
  };
}

function hold(held: HeldDeliveries, ...deliveries: readonly ClaimedDelivery[]): ReadyDelivery[] {
  return deliveries.map((one) => {
    held.take(one);
    return { delivery: one, receiver, claimedAt: 0 };
  });
}

const six = ["1", "2", "3", "4", "5", "6"].map((id) => delivery(id));

it("as many are sent at once as an endpoint has slots, the others when one is answered, in their order", () => {
  const held = new HeldDeliveries();
  const ready = hold(held, ...six);
  expect(ready.map((one) => held.begin(one))).toEqual([true, true, true, true, false, false]);
  expect(held.next("a")?.delivery.id).toBe("5");
  expect(held.next("a")?.delivery.id).toBe("6");
  expect(held.next("a")).toBeUndefined();
  // its slot is free again
  const [more, another] = hold(held, delivery("7"), delivery("8"));
  expect([more, another].map((one) => one !== undefined && held.begin(one))).toEqual([true, false]);
});

it("what waits takes no slot of its tenant", () => {
  const held = new HeldDeliveries();
  hold(held, ...six, delivery("7", "b", "t"), delivery("8", "c", "other"));
  expect(held.heldOf("a")).toBe(6);
  expect(Object.fromEntries(held.ofTenants)).toEqual({ t: 5, other: 1 });
  held.drop(delivery("1"));
  held.drop(delivery("2"));
  expect(Object.fromEntries(held.ofTenants)).toEqual({ t: 5, other: 1 });
  held.drop(delivery("3"));
  expect(Object.fromEntries(held.ofTenants)).toEqual({ t: 4, other: 1 });
  for (const id of ["4", "5", "6"]) held.drop(delivery(id));
  held.drop(delivery("7", "b", "t"));
  held.drop(delivery("8", "c", "other"));
  expect(held.heldOf("a")).toBe(0);
  expect(held.ofTenants.size).toBe(0);
});

it("what waits can be taken back, of one endpoint after an answer and of all", () => {
  const held = new HeldDeliveries();
  const other = six.map(({ id }) => delivery(id, "b"));
  for (const one of hold(held, ...six, ...other)) held.begin(one);
  expect(held.stopWaiting("a").map((one) => one.delivery.id)).toEqual(["5", "6"]);
  expect(held.stopAllWaiting().map((one) => one.delivery.id)).toEqual(["5", "6"]);
  expect(held.next("b")).toBeUndefined();
  expect(held.stopWaiting("nobody")).toEqual([]);
});
