import { expect, test } from "vitest";
import { foldShipment } from "./fold-shipment.ts";
import { alpine, goodHistory, parcel, tokenHash } from "./good-history.ts";

const log = goodHistory().log;

test("each version is the API's answer, with statuses folded by time whatever the events say", () => {
  const versions = foldShipment(log.filter((record) => record.streamId === parcel));
  const before = `{"id":"${parcel}","shipmentNumber":"N-a1","status":`;
  const shown =
    ',"mode":"parcel","originCity":null,"destCity":null,"pickupScheduledAt":null,"deliveryScheduledAt":null';
  const after = `${shown},"createdAt":"2026-05-01T06:00:00.000Z"`;
  const pickup =
    '{"eventType":"pickup","status":"picked_up","city":"Bern","eventAt":"2026-05-01T08:00:00.000Z"';
  const delivered =
    '{"eventType":"delivered","status":"delivered","city":"Bern","eventAt":"2026-05-03T08:00:00.000Z"';
  expect(versions.map((version) => version.detail)).toEqual([
    `${before}"draft"${after},"tracking":[]}`,
    `${before}"picked_up"${after},"tracking":[${pickup}}]}`,
    `${before}"delivered"${after},"tracking":[${delivered}},${pickup}}]}`,
    `${before}"picked_up"${after},"tracking":[${pickup}}]}`,
    `${before}"picked_up"${after},"tracking":[${pickup}}]}`,
  ]);
  expect(versions[1]?.item).toBe(`${before}"picked_up"${after}}`);
  expect(versions.map((version) => version.publicView)).toEqual([
    null,
    null,
    null,
    null,
    {
      tokenHash,
      text: `{"shipmentNumber":"N-a1","status":"picked_up"${shown},"events":[${pickup},"description":null}]}`,
    },
  ]);
});

test("what is no shipment has no versions", () => {
  expect(foldShipment(log.filter((record) => record.streamId === alpine))).toEqual([]);
});
