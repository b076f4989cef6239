import { expect, test } from "vitest";
import { readMessage } from "./messages.ts";

const change = {
  id: "1",
  shipmentNumber: "SHP-1",
  status: "in_transit",
  version: 3,
  kinds: ["shipment.tracking_event_recorded"],
  position: "1.2",
};

test("a change is read as it comes", () => {
  expect(readMessage("shipment", JSON.stringify(change))).toEqual({ type: "shipment", change });
  expect(readMessage("position", '{"applied":["1.2"]}')).toEqual({
    type: "position",
    applied: ["1.2"],
  });
  expect(readMessage("reset", "{}")).toEqual({ type: "reset" });
});

test.each([
  ["shipment", JSON.stringify({ ...change, status: "teleported" })],
  ["shipment", JSON.stringify({ ...change, version: "3" })],
  ["position", '{"applied":"1.2"}'],
  ["position", "{}"],
  ["ready", "not JSON"],
  ["ready", "null"],
] as const)("a %s that nobody understands is none: %s", (type, text) => {
  expect(readMessage(type, text)).toBeNull();
});
